import { config } from 'zod';

// Schemas would try `new Function` when they are made, which the content security policy refuses and reports. They
// are made while the application's modules load, so this has to be over before the first of those: main.tsx imports
// this first.
config({ jitless: true });

import { config } from 'zod';

// Schemas would try `new Function` when they are made, which the content security policy refuses and reports.
config({ jitless: true });

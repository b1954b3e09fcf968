import { makeServerTemplate } from './database.ts';

await makeServerTemplate();

import { embeddedTemplate } from './database.ts';

await embeddedTemplate();

import { embeddedTemplate } from './database.ts';
import { emptyEmbeddedFolder } from './embedded-folder.ts';

await embeddedTemplate();
await emptyEmbeddedFolder();

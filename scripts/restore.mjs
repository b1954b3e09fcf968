// npm run restore: builds what is stale, then puts a backup into the database of the settings.
import './require-node.cjs';
import { buildWhatIsStale } from './build.mjs';
import { root } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';

process.chdir(root);
installWhatIsMissing();
await buildWhatIsStale();
await import('../dist/server/restore.js');

// npm run partner:create: builds what is stale, makes the partner and prints its key, once.
import './require-node.cjs';
import { buildWhatIsStale } from './build.mjs';
import { root } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';

process.chdir(root);
installWhatIsMissing();
await buildWhatIsStale();
await import('../dist/server/partner-create.js');

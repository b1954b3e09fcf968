// npm run move: builds what is stale, then puts the embedded database into a server's.
import './require-node.cjs';
import { buildWhatIsStale } from './build.mjs';
import { root } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';

process.chdir(root);
installWhatIsMissing();
await buildWhatIsStale();
await import('../dist/server/move.js');

// npm run user:create: builds what is stale, then asks for the password and makes the user.
import './require-node.cjs';
import { buildWhatIsStale } from './build.mjs';
import { root } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';

process.chdir(root);
installWhatIsMissing();
await buildWhatIsStale();
await import('../dist/server/user-create.js');

// npm run audit:verify: builds what is stale, then computes the audit's chain anew.
import './require-node.cjs';
import { buildWhatIsStale } from './build.mjs';
import { root } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';

process.chdir(root);
installWhatIsMissing();
await buildWhatIsStale();
await import('../dist/server/audit-verify.js');

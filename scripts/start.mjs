// npm start: installs what is missing, builds what is stale, then runs in this same process, so that signals reach it.
import './require-node.cjs';
import { buildWhatIsStale } from './build.mjs';
import { root } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';

process.chdir(root);
installWhatIsMissing();
try {
  await buildWhatIsStale();
} catch (error) {
  console.error(`The build failed: ${error.message}`);
  process.exit(1);
}
await import('../dist/server/main.js');

// npm start: installs what is missing, builds what is stale, then serves in this same process, so that signals reach it.
import './require-node.cjs';
import { makeReady } from './ready.mjs';

try {
  await makeReady();
} catch (error) {
  console.error(`The build failed: ${error.message}`);
  process.exit(1);
}
await import('../dist/server/main.js');

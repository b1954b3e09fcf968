// npm start: installs missing packages, builds outdated parts, then serves in the same process, so that signals reach the
// server.
import './require-node.cjs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { makeDemonstration } from './demonstration.mjs';
import { projectFolder } from './freshness.mjs';
import { abandonSteps } from './progress.mjs';
import { installAndBuild } from './ready.mjs';

const ending = new AbortController();
/** Stops the running preparations at once; the next start begins them again. */
const end = (signal) => {
  ending.abort();
  abandonSteps();
  process.exit(128 + constants.signals[signal]);
};
process.on('SIGINT', end).on('SIGTERM', end);

let demonstration = Promise.resolve(true);
/** A missing demonstration company is made while the web application is still being built. */
const onPart = (part) => {
  if (part === 'server')
    demonstration = makeDemonstration(
      join(projectFolder, 'dist/server/make-demonstration.js'),
      ending.signal,
    );
};
try {
  await installAndBuild({ onPart, ending: ending.signal });
} catch (error) {
  console.error(`The build failed: ${error.message}`);
  process.exit(1);
}
if (!(await demonstration)) process.exit(1);
process.off('SIGINT', end).off('SIGTERM', end);
await import('../dist/server/main.js');

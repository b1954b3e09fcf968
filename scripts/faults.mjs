// npm run faults: runs every fault test with its full number of repetitions. Names of test files as arguments run only
// those; `soak`, which takes an hour, runs only if it is named.
import './require-node.cjs';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';
import { postgresForTests } from './test-postgres.mjs';
import { clearFaultTallies, printFaultTallies } from './tried.mjs';

process.chdir(projectFolder);
await installWhatIsMissing({ development: true });

const suites = readdirSync('test/faults')
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.test.ts'.length));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !suites.includes(name));
if (unknown.length > 0) {
  console.log(`There is no ${unknown.join(', ')}. The suites are ${suites.join(', ')}.`);
  process.exit(2);
}

clearFaultTallies();
const server = await postgresForTests();
if (!server) console.log('No PostgreSQL here: what needs it is skipped.');
const env = { ...process.env, FAULTS: 'full', ...(server && { TEST_DATABASE_URL: server.url }) };
const wanted = asked.length > 0 ? asked : suites.filter((name) => name !== 'soak');
const failed = wanted.filter((suite) => {
  const file = `test/faults/${suite}.test.ts`;
  const { status } = spawnSync(join('node_modules', '.bin', 'vitest'), ['run', file], {
    stdio: 'inherit',
    env,
  });
  return status !== 0;
});
await server?.stop();
printFaultTallies();
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);

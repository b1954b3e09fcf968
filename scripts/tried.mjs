// Reads the results that the fault tests leave in .cache/tried.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './freshness.mjs';

const folder = join(projectFolder, '.cache', 'tried');

export const clearFaultTallies = () => rmSync(folder, { recursive: true, force: true });

/**
 * Prints one table for all fault tests: the injected faults, how often, the losses and duplicates, and each test file's
 * minutes.
 */
export function printFaultTallies() {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const suites = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const rows = suites.flatMap(({ suite, tried }) => tried.map((one) => ({ suite, ...one })));
  if (rows.length === 0) return;
  console.table(rows);
  for (const { suite, minutes } of suites) console.log(`${suite}: ${minutes.toFixed(1)} minutes`);
  const sum = (name) => rows.reduce((total, row) => total + row[name], 0);
  const load = loadavg()
    .map((one) => one.toFixed(1))
    .join(' ');
  console.log(`${sum('times')} tried, ${sum('lost')} lost, ${sum('doubled')} doubled; load average ${load}`);
}

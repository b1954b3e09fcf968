import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';

/** One line of the table of injected faults that `npm run faults` and `npm test` print at their end. */
export type FaultTally = { fault: string; times: number; lost: number; doubled: number; note?: string };

/** True in the full run, `npm run faults`; false in `npm test`. */
export const IS_FULL_RUN = process.env.FAULTS === 'full';

/** Returns the number of attempts per fault: the first number in the full run, the second in `npm test`. */
export const attemptsPerFault = (full: number, short: number): number => (IS_FULL_RUN ? full : short);

/**
 * Returns the seed of a test's random choices. `npm test` always uses the same seed, so that the same code gives the same
 * result; the full run uses a new seed. `asked`, if given, is the seed of a run to repeat.
 */
export const seedForRun = (asked: string | undefined): number =>
  Number(asked ?? attemptsPerFault(Date.now() % 2 ** 31, 586_703_227));

/**
 * Returns a function that records the attempts of one fault for the table of injected faults. Call this at the top of a
 * test file, and the function once per fault.
 */
export function faultTable(suite: string): (line: FaultTally) => void {
  const tried: FaultTally[] = [];
  let begun = 0;
  beforeAll(() => {
    begun = Date.now();
  });
  afterAll(() => {
    const folder = join(projectRoot, '.cache', 'tried');
    mkdirSync(folder, { recursive: true });
    const minutes = (Date.now() - begun) / 60_000;
    writeFileSync(join(folder, `${suite}.json`), JSON.stringify({ suite, minutes, tried }));
  });
  return (line) => {
    tried.push(line);
  };
}

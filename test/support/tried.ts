import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';

/** One line of the table that `npm run faults` and `npm test` end with. */
export type Tried = { fault: string; times: number; lost: number; doubled: number; note?: string };

/** True in the full run, `npm run faults`; false in `npm test`. */
export const IS_FULL = process.env.FAULTS === 'full';

/** The number of tries of a fault: in the full run and in `npm test`. */
export const rounds = (full: number, short: number): number => (IS_FULL ? full : short);

/**
 * The seed of random tries. `npm test` uses the same one each time, so that it gives the same result for the same code;
 * the full run uses a new one. `asked`, if given, repeats a run.
 */
export const seedOf = (asked: string | undefined): number =>
  Number(asked ?? rounds(Date.now() % 2 ** 31, 586_703_227));

/** Records the tries of one test file for the table. Call it at the top of the file, then once per fault. */
export function triedIn(suite: string): (line: Tried) => void {
  const tried: Tried[] = [];
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

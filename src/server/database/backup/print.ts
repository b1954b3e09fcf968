import type { RestoreResult } from './read-in.ts';

const number = (value: number) => value.toLocaleString('en-US');

/** Prints how many rows and files were restored and if the ledger is correct; returns the exit code. */
export function printRestoreResult(restored: RestoreResult, say: (line: string) => void): number {
  const { tables, rows, files, made_at, problems } = restored;
  const what = `${number(tables)} tables with ${number(rows)} rows, counted on both sides, and ${number(files)} files`;
  say(`Everything is in, as it was at ${made_at}: ${what}.`);
  if (problems.length === 0) say('The ledger agrees.');
  else say(`The ledger does not agree, here as in what was read:\n${problems.join('\n')}`);
  return problems.length === 0 ? 0 : 1;
}

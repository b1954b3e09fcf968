import { spawnSync } from 'node:child_process';

/** Returns true if a system program is installed on this machine; otherwise prints which test is skipped. */
export function isInstalled(program: string, version: string, what: string): boolean {
  const isThere = spawnSync(program, [version]).error === undefined;
  if (!isThere) process.stdout.write(`not run here: ${what}, since ${program} is not installed\n`);
  return isThere;
}

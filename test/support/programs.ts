import { spawnSync } from 'node:child_process';

/** Returns true if a program of the system is installed; otherwise prints which test is left out. */
export function isInstalled(program: string, version: string, what: string): boolean {
  const isThere = spawnSync(program, [version]).error === undefined;
  if (!isThere) process.stdout.write(`not run here: ${what}, since ${program} is not installed\n`);
  return isThere;
}

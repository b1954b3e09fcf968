import { spawnSync } from 'node:child_process';

/** Returns whether a program of the system is installed, and prints what is not run here where it is not. */
export function isInstalled(program: string, version: string, what: string): boolean {
  const isThere = spawnSync(program, [version]).error === undefined;
  if (!isThere) process.stdout.write(`not run here: ${what}, since ${program} is not installed\n`);
  return isThere;
}

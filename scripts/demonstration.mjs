import { fork } from 'node:child_process';
import { showReports } from './progress.mjs';

/** A larger nursery: most of what a filling makes is garbage soon after. */
const FLAGS = ['--max-semi-space-size=32'];

/**
 * Makes the embedded database of a demonstration in a process of its own, which gives back the memory that this takes, and shows
 * its steps. `program` is the built make-demonstration.js, which does nothing where there is nothing to make. `ending` is a signal
 * that ends it. Resolves with true, or with false after the program has printed what is wrong.
 */
export function makeDemonstration(program, ending) {
  const child = fork(program, {
    execArgv: FLAGS,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal: ending,
    killSignal: 'SIGKILL',
  });
  child.on('message', showReports());
  return new Promise((resolve) => {
    child.once('error', () => resolve(false)).once('exit', (status) => resolve(status === 0));
  });
}

import { fork } from 'node:child_process';
import { showReports } from './progress.mjs';

/** A larger young generation: most objects of a filling are soon garbage. */
const FLAGS = ['--max-semi-space-size=32'];

/**
 * Makes the embedded database of a demonstration in a separate process, which gives back its memory, and shows the
 * steps. `program` is the built make-demonstration.js, which does nothing if there is nothing to make. `ending` is a
 * signal that ends it. Resolves with true, or with false after the program has printed its error.
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

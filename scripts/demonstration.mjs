import { fork } from 'node:child_process';
import { showReports } from './progress.mjs';

/**
 * A larger young generation suits the demonstration, because most objects made while filling the database are soon garbage.
 */
const FLAGS = ['--max-semi-space-size=32'];

/**
 * Makes the embedded database of a demonstration in a separate process, which frees its memory at its end, and shows the
 * steps. `program` is the built make-demonstration.js, which does nothing if the database exists. `ending` is a signal that
 * stops the process. Resolves with true, or with false after the program has printed its error.
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

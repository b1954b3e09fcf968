import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../src/server/process/root.ts';

/** The settings of the company on which a command runs: its data folder and database. */
export type CommandSettings = { DATA_DIR: string } & {
  [Name in `DATABASE${'' | '_DIRECT' | '_OWNER'}_URL` | 'PREPARED']?: string;
};
type Ended = { code: number | null; signal: NodeJS.Signals | null; said: string[] };

/** Runs one of the built command-line commands; kills it at the output line for which `isKilledAt` returns true. */
export async function runCommand(
  name: string,
  words: string[],
  where: CommandSettings,
  isKilledAt: (line: string, said: string[]) => boolean = () => false,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(projectRoot, 'dist', 'server', `${name}.js`), ...words], {
    env: { PATH: process.env.PATH, DEMO: 'off', ...where },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const said: string[] = [];
  child.stderr.on('data', (text) => said.push(String(text)));
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (isKilledAt(line, said)) child.kill('SIGKILL');
  }
  await ended;
  return { code: child.exitCode, signal: child.signalCode, said };
}

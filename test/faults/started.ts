import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';

type Env = Record<string, string>;

/** Keeps only the environment variables that a program needs to run at all. */
const bare = (env: Env) => ({ PATH: process.env.PATH, HOME: process.env.HOME, ...env });

/** Returns the command that runs a program of the build with its own umask, set by a shell. */
const command = (name: string, words: string[], umask: string): [string, string[]] => [
  'sh',
  [
    '-c',
    `umask ${umask} && exec "$0" "$@"`,
    process.execPath,
    join(projectRoot, 'dist', 'server', `${name}.js`),
    ...words,
  ],
];

export type StartedServer = {
  /** The address of the started server. */
  address: string;
  /** The lines that the server printed until it answered. */
  lines: string[];
  /** Ends the server by SIGTERM; returns its exit code. */
  stop(): Promise<number | null>;
};

/** Starts RIC on a free port for one test; rejects with RIC's error output if it ends instead. */
export async function startRic(env: Env, umask = '022'): Promise<StartedServer> {
  const [program, words] = command('main', [], umask);
  const child = spawn(program, words, {
    env: bare({ PORT: '0', GATHER: 'off', STOP_NOTICE_MS: '0', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let complaint = '';
  child.stderr.on('data', (text) => (complaint += String(text)));
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  };
  const lines: string[] = [];
  const printed = createInterface({ input: child.stdout });
  const address = await new Promise<string | undefined>((answers) => {
    printed.on('line', (line) => {
      lines.push(line);
      const [, found] = /^RIC answers at (\S+)$/.exec(line) ?? [];
      if (found !== undefined) answers(found);
    });
    printed.once('close', () => answers(undefined));
  });
  if (address !== undefined) return { address, lines, stop };
  await ended;
  throw new Error(complaint);
}

/** Runs one of the built command-line commands to its end. */
export function runBuiltCommand(name: string, words: string[], env: Env, { umask = '022', input = '' } = {}) {
  const [program, all] = command(name, words, umask);
  const { status, stdout, stderr } = spawnSync(program, all, { env: bare(env), input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

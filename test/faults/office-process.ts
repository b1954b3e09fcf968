import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';
import { projectRoot } from '../../src/server/process/root.ts';

/** The parameters of a server process: its data folder, its database, and further settings. */
export type OfficeSettings = {
  folder: string;
  databaseUrl: string;
  dies?: FaultPoint;
  settings?: Record<string, string>;
};

/** A separate process of the built server, with its own data folder inside `folder`. */
export type OfficeProcess = {
  /** The process's address; rejects if the process ended first. */
  address: Promise<string>;
  /** How the process ended: a signal, or its exit code. */
  ended: Promise<NodeJS.Signals | number | null>;
  /** Ends the process by a signal and waits for its end. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<NodeJS.Signals | number | null>;
  /** Returns the files in the process's temporary folder and data folder. */
  files(): string[];
};

/** Starts a server process, which dies at a fault point if one is given. */
export function startOffice({ folder, databaseUrl, dies, settings = {} }: OfficeSettings): OfficeProcess {
  const own = mkdtempSync(join(folder, 'process-'));
  const [data, temporary] = [join(own, 'data'), join(own, 'tmp')];
  for (const one of [data, temporary]) mkdirSync(one);
  const env = {
    PATH: process.env.PATH,
    TMPDIR: temporary,
    DATA_DIR: data,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    DEMO: 'off',
    GATHER: 'off',
    LOG_LEVEL: 'silent',
    OUTBOX_EVERY_MS: '100',
    // The wait is long, because starts are slow on a busy machine and this test does not measure time.
    DATABASE_WAIT_MS: '20000',
    ...settings,
    ...(dies && { FAULT_POINT: dies }),
  };
  const child = spawn(process.execPath, [join(projectRoot, 'dist', 'server', 'main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => child.signalCode ?? child.exitCode);
  const address = addressIn(createInterface({ input: child.stdout }));
  address.catch(() => undefined);
  return {
    address,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
    files: () => readdirSync(own, { recursive: true, encoding: 'utf8' }).toSorted(),
  };
}

async function addressIn(lines: AsyncIterable<string>): Promise<string> {
  let found: string | undefined;
  for await (const line of lines) {
    found = /^RIC answers at (\S+)$/.exec(line)?.[1];
    if (found) return found;
  }
  throw new Error('RIC ended before it answered.');
}

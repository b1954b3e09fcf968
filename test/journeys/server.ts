import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';

// The payment protocol's intervals in milliseconds, shortened so that a journey can wait for a payment to settle, and long
// enough for a gateway that answers slowly on a busy machine.
const IMPATIENT = {
  PAYMENT_TRY_MS: '4000',
  PAYMENT_TOTAL_MS: '8000',
  RECONCILE_EVERY_MS: '2000',
  RECONCILE_LEASE_MS: '2000',
  OUTBOX_EVERY_MS: '300',
  STOP_NOTICE_MS: '0',
  // The limit is high, because journeys also run on a busy machine; the fault tests cover rejections.
  CALLS_AT_ONCE: '64',
};
const LONGEST_START_MS = 300_000;

const newFolder = () => mkdtempSync(join(tmpdir(), 'ric-journeys-'));

/** Starts the built application on a new demonstration company, once for all journeys; its address is RIC_URL. */
export default async function startOnce(): Promise<() => Promise<void>> {
  // Making the demonstration company takes as long as ten starts, so each server of a test run starts with a copy of it.
  const company = newFolder();
  await (await start({ GATHER: 'off' }, company)).stop();
  process.env.RIC_COMPANY = company;
  // Scraping is off, so that all journeys see the same open times, however long they take.
  const listener = String(await freePort());
  const { url, stop } = await startServer({ GATHER: 'off', WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${listener}` });
  process.env.RIC_URL = url;
  process.env.LISTENER_PORT = listener;
  return async () => {
    await stop();
    rmSync(company, { recursive: true, force: true });
  };
}

function aCopy(): string {
  const { RIC_COMPANY: company } = process.env;
  if (!company) throw new Error('The company of the journeys is made before they begin.');
  const folder = newFolder();
  cpSync(company, folder, { recursive: true });
  return folder;
}

/**
 * Starts the built application on a separate demonstration company, or on a prepared folder; the folder is deleted when the
 * server stops.
 */
export async function startServer(env: Record<string, string>, folder = aCopy()) {
  const { stop, ...server } = await start(env, folder);
  return { ...server, stop: () => stop().finally(() => rmSync(folder, { recursive: true, force: true })) };
}

async function start(env: Record<string, string>, folder: string) {
  const port = String(await freePort());
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      ...IMPATIENT,
      DEMO: 'on',
      ...env,
      DATA_DIR: folder,
      PORT: port,
      HOST: '127.0.0.1',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await healthy(url, () => child.exitCode !== null).catch((error: unknown) => {
    child.kill();
    throw new Error(`The application did not start.\n${said}`, { cause: error });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    // Prints the server's log lines above the level `info`, so that a failed HTTP call is visible.
    const logged = said.split('\n').filter((line) => line.startsWith('{') && !line.startsWith('{"level":30'));
    if (logged.length > 0) process.stdout.write(`The server logged:\n${logged.join('\n')}\n`);
  };
  return { url, stop, said: () => said };
}

async function healthy(url: string, hasEnded: () => boolean): Promise<void> {
  const end = Date.now() + LONGEST_START_MS;
  while (Date.now() < end && !hasEnded()) {
    const response = await fetch(`${url}/api/health`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('no answer');
}

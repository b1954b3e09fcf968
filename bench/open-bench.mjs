// Opens the servers to measure: RIC, the reference and, on request, the peer product, over a company on a database server.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openCompany, queryDatabase } from './company.mjs';
import { sendBenchRequest } from './measure.mjs';
import { installPeer, startServer } from './servers.mjs';

const TOKEN = 'a token for the bench';
const CLIENT = '00000000-0000-4000-8000-00000000be4c';

/** Creates a session of the company's first admin, who may use every list; RIC and the reference share this session. */
async function session(url) {
  const hash = createHash('sha256').update(TOKEN).digest('hex');
  await queryDatabase(
    url,
    `insert into sign_ins (client, staff_user_id, token_hash, expires_at) values ($1, 4, $2, now() + interval '1 day')
     on conflict (client) do update set staff_user_id = excluded.staff_user_id, expires_at = excluded.expires_at, last_input_at = now(), ended_at = null`,
    [CLIENT, hash],
  );
  return { 'access-token': TOKEN, uid: 'agent4@ric.example', client: CLIENT };
}

async function signInAtPeer(peer) {
  const form = new URLSearchParams({ email: 'bench@bench.example', password: 'bench' });
  const response = await fetch(`${peer.address}/admin/login`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  return (response.headers.get('set-cookie') ?? '').split(';')[0];
}

/** Waits until no e-mail is pending, so that RIC does not send earlier e-mails during the next measurement. */
async function lettersAreSent(url) {
  const waiting = () => queryDatabase(url, `select from outbox where state = 'waiting' limit 1`);
  while ((await waiting()).rowCount > 0) await pause(100);
}

/**
 * Opens a company of this many tee times (a million) with its servers, runs the work, and ends the servers that it started.
 */
export async function withBench({ teeTimes, needsPeer = false }, work) {
  const company = await openCompany(teeTimes);
  const running = [];
  const start = async (name, also) => {
    const server = await startServer(name, company.url, also);
    running.push(server);
    return server;
  };
  const endFrom = async (first) => {
    for (const one of running.splice(first)) await one.stop();
  };
  const stopAll = async () => {
    await endFrom(0);
    await company.stop();
  };
  const stopAtOnce = () => void stopAll().finally(() => process.exit(1));
  const SIGNALS = ['SIGINT', 'SIGTERM'];
  for (const signal of SIGNALS) process.on(signal, stopAtOnce);
  try {
    const ric = await start('ric');
    const reference = await start('reference');
    const peer = needsPeer && installPeer() ? await start('adminjs') : null;
    if (needsPeer && !peer) console.log('AdminJS could not be installed: going on without the peer.');
    const kept = running.length;
    const bench = {
      ric,
      reference,
      peer,
      url: company.url,
      rounds: Number(process.env.BENCH_ROUNDS ?? 3),
      headers: await session(company.url),
      cookie: peer && (await signInAtPeer(peer)),
      query: (text, values) => queryDatabase(company.url, text, values),
      lettersAreSent: () => lettersAreSent(company.url),
      say: console.log,
      start,
      /** Registers a server to end with its benchmark, even after a failure. */
      endsWith: (one) => running.push(one),
      /** Ends the servers that a benchmark started, so that they do not run beside the benchmarks that follow. */
      endStarted: () => endFrom(kept),
    };
    await sendBenchRequest(`${ric.address}/api/health`);
    return await work(bench);
  } finally {
    await stopAll();
    for (const signal of SIGNALS) process.off(signal, stopAtOnce);
  }
}

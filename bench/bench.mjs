// npm run bench: RIC beside a bare reference and a peer, on a million tee times. Names of rows as arguments measure only
// those; a whole run is kept in docs/performance.md. BENCH_ROUNDS says how many rounds (3).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { buildWhatIsStale } from '../scripts/build.mjs';
import { root } from '../scripts/freshness.mjs';
import { installWhatIsMissing } from '../scripts/install.mjs';
import { BROWSER_ROWS } from './browser-rows.mjs';
import { CATALOGUE_ROWS } from './catalogue-rows.mjs';
import { openCompany, query } from './company.mjs';
import { GATHERING_ROWS } from './gathering-rows.mjs';
import { HOME_ROWS } from './home-rows.mjs';
import { LIST_ROWS } from './list-rows.mjs';
import { LOOK_ROWS } from './look-rows.mjs';
import { ask } from './measure.mjs';
import { OPEN_TIME_ROWS } from './open-time-rows.mjs';
import { FIRST_ROWS, OTHER_ROWS } from './other-rows.mjs';
import { QUEUE_SCREEN_ROWS } from './queue-screen-rows.mjs';
import { PARTNER_ROWS } from './partner-rows.mjs';
import { REPORT_ROWS } from './report-rows.mjs';
import { installPeer, startServer } from './servers.mjs';
import { WORKBOOK_ROWS } from './workbook-rows.mjs';
import { keep, lineOf, REASONS } from './table.mjs';

process.chdir(root);
installWhatIsMissing();
await buildWhatIsStale();

const ROWS = [
  ...FIRST_ROWS,
  ...LIST_ROWS,
  ...CATALOGUE_ROWS,
  ...OPEN_TIME_ROWS,
  ...LOOK_ROWS,
  ...BROWSER_ROWS,
  ...QUEUE_SCREEN_ROWS,
  ...GATHERING_ROWS,
  ...HOME_ROWS,
  ...REPORT_ROWS,
  ...WORKBOOK_ROWS,
  ...PARTNER_ROWS,
  ...OTHER_ROWS,
];
const asked = process.argv.slice(2).map((name) => name.toLowerCase());
const isAsked = ({ id }) =>
  asked.length === 0 || asked.includes(id.toLowerCase()) || asked.includes(id.split(' ')[0].toLowerCase());
const rows = ROWS.filter(isAsked);
if (rows.length === 0) {
  console.log(`There is no such row. The rows are ${ROWS.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}

const TOKEN = 'a token for the bench';
const CLIENT = '00000000-0000-4000-8000-00000000be4c';

/** A session of its first admin, who may ask for every list, the same for RIC and the reference. */
async function session(url) {
  const hash = createHash('sha256').update(TOKEN).digest('hex');
  await query(
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

async function measure(bench) {
  const lines = [];
  for (const row of rows) {
    const begun = Date.now();
    const found = await row
      .run(bench)
      .catch((error) => ({ note: `failed: ${error.message.slice(0, 300)}`, holds: false }));
    lines.push(lineOf(row, found));
    console.log(`${row.id}: ${JSON.stringify(found)} (${((Date.now() - begun) / 1000).toFixed(0)} s)`);
  }
  return lines;
}

const company = await openCompany();
const running = [];
const start = async (name, also) => {
  const server = await startServer(name, company.url, also);
  running.push(server);
  return server;
};
const stopAll = async () => {
  for (const server of running.splice(0)) await server.stop();
  await company.stop();
};
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => void stopAll().finally(() => process.exit(1)));
try {
  const ric = await start('ric');
  const reference = await start('reference');
  const needsPeer = process.env.BENCH_PEER !== 'none' && rows.some(({ targets }) => targets.peer);
  const peer = needsPeer && installPeer() ? await start('adminjs') : null;
  if (needsPeer && !peer) console.log('AdminJS could not be installed: going on without the peer.');
  const bench = {
    ...{ ric, reference, peer, url: company.url, rounds: Number(process.env.BENCH_ROUNDS ?? 3) },
    headers: await session(company.url),
    cookie: peer && (await signInAtPeer(peer)),
    query: (text, values) => query(company.url, text, values),
    say: console.log,
    start,
    /** Ends with the bench, whatever happens. */
    endsWith: (one) => running.push(one),
  };
  await ask(`${ric.address}/api/health`);
  const lines = await measure(bench);
  console.table(lines);
  const { rows: versions } = await bench.query('show server_version');
  const reasons = existsSync(REASONS) ? JSON.parse(readFileSync(REASONS, 'utf8')) : {};
  if (asked.length === 0) keep(lines, { server: `PostgreSQL ${versions[0].server_version}`, reasons });
} finally {
  await stopAll();
}

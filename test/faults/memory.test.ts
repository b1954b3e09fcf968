import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSession } from '../../src/areas/session/session.queries.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { aStaffUser } from '../support/factories.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { killableApp, UNHURRIED_INTERVALS, type KillableApp } from './killable-app.ts';

const tried = faultTable('memory');
const ROUNDS = attemptsPerFault(40, 6);
const AT_ONCE = 8;
// With other tests running, late garbage collection is not a leak: a repetition that leaked its bodies would take 170 MB
// more.
const mostMb = (before: number) => attemptsPerFault(400, before + 150);
const COMES_BACK_WITHIN_MS = 30_000;

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

const MIB = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
/** Returns a request body of the greatest size, with as many values as fit. */
const manyValues = (bytes: number, one: string) =>
  `{"a":[${`${one},`.repeat(bytes / (one.length + 1))}${one}]}`;

function aPicture(bytes: number): { body: Buffer; type: string } {
  const head =
    '--x\r\nContent-Disposition: form-data; name="image[file]"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  return {
    body: Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 0xff), Buffer.from('\r\n--x--\r\n')]),
    type: 'multipart/form-data; boundary=x',
  };
}

type Hostile = { path: string; body: string | Buffer; headers: Record<string, string> };
/**
 * Returns hostile request bodies, one of each kind: too large, of the greatest size, deeply nested, and invalid pictures.
 */
function hostileBodies(staff: Record<string, string>): Hostile[] {
  const { body, type } = aPicture(5 * MIB - 1024);
  const large = aPicture(12 * MIB);
  const upload = { path: '/api/images', headers: { ...staff, 'content-type': type } };
  const written = { path: '/api/customers', headers: { ...staff, ...json } };
  return [
    { path: '/api/auth/sign_in', body: '['.repeat(4 * MIB), headers: json },
    { path: '/api/auth/sign_in', body: manyValues(250 * 1024, '{}'), headers: json },
    { path: '/api/auth/sign_in', body: nested(20), headers: json },
    { ...written, body: manyValues(250 * 1024, '[0]') },
    { ...written, body: JSON.stringify({ customer: { first_name: 'x'.repeat(250 * 1024) } }) },
    {
      path: '/api/templates/preview',
      body: JSON.stringify({ template: 'receipt', content: '<'.repeat(199_000) }),
      headers: written.headers,
    },
    { ...upload, body },
    { ...upload, body: large.body },
  ];
}

/** Sends a hostile request; the answer, or a closed connection, does not matter here. */
const send = (url: string, { path, body, headers }: Hostile) =>
  fetch(url + path, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers })
    .then((answer) => answer.text())
    .catch(() => undefined);

/** Returns the headers of an admin, because the server reads the bodies of signed-in callers only. */
async function adminOf(app: KillableApp): Promise<Record<string, string>> {
  const { db, close } = await app.database();
  const { id, email } = await aStaffUser(db, { level: 'admin' });
  const { token, client } = await openSession(db, id, { now: new Date(), hours: 12 });
  await close();
  return { 'access-token': token, uid: email, client };
}

const memoryOf = (app: KillableApp, of: 'VmRSS' | 'VmHWM') => {
  const status = readFileSync(`/proc/${app.pid()}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${of}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
};

test('on the embedded database memory comes back after hostile bodies', { timeout: 300_000 }, async () => {
  const app = await killableApp({
    databaseUrl: null,
    certificates: 0,
    retryMs: 100,
    intervals: UNHURRIED_INTERVALS,
  });
  onTestFinished(app.close);
  const bodies = hostileBodies(await adminOf(app));
  await app.start();
  const before = memoryOf(app, 'VmRSS');
  for (let round = 0; round < ROUNDS; round += 1)
    for (const one of bodies) await Promise.all(Array.from({ length: AT_ONCE }, () => send(app.url, one)));
  const after = memoryOf(app, 'VmRSS');
  const end = Date.now() + COMES_BACK_WITHIN_MS;
  const most = mostMb(before);
  while (memoryOf(app, 'VmRSS') >= most && Date.now() < end) await pause(250);
  const back = memoryOf(app, 'VmRSS');
  const note = `${before} MB before, ${memoryOf(app, 'VmHWM')} at most, ${after} after, ${back} at the end`;
  tried({
    fault: 'hostile bodies, embedded',
    times: ROUNDS * AT_ONCE * bodies.length,
    lost: 0,
    doubled: 0,
    note,
  });
  expect(back, note).toBeLessThan(most);
  expect((await app.read('/api/health')).status).toBe(200);
});

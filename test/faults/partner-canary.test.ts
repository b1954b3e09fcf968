import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { partnerInterface } from '../../src/areas/partner-interface/partner-interface.contract.ts';
import { changesData, type HttpCall } from '../../src/contract/call.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { callUrl } from '../support/app.ts';
import {
  withIdempotencyKey,
  aCourseWithOpenTime,
  aPartner,
  aPartnerBooking,
  aCardToken,
} from '../support/partners.ts';

const NUMBER = '4000056655665556';
const APPROVED = '4242424242424242';
const APART = NUMBER.replace(/(.{4})(?=.)/g, '$1 ');

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

/** Starts RIC on an embedded database, with its output in a file of the data folder. */
async function started(folder: string) {
  const log = createWriteStream(join(folder, 'log.txt'));
  await once(log, 'open');
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    DEMO: 'off',
    GATHER: 'off',
    LOG_LEVEL: 'trace',
    PORT: '0',
    OUTBOX_EVERY_MS: '100',
    PARTNER_REQUESTS_PER_MINUTE: '1000000',
    STOP_NOTICE_MS: '0',
  };
  const main = join(projectRoot, 'dist', 'server', 'main.js');
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', log] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const url = await new Promise<string>((resolve) => {
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      log.write(part);
      const [, address] = /RIC answers at (\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    log.end();
    await once(log, 'finish');
  };
  return { url, stop };
}

test(
  'a card number that a program sends anywhere is nowhere afterwards: database, log, mail, disk',
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ric-canary-'));
    mkdirSync(folder, { recursive: true });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const prepared = await prepareDatabase(readSettings({ DATA_DIR: folder, DEMO: 'off' }));
    const { course, time } = await aCourseWithOpenTime(prepared.db);
    const { headers } = await aPartner(prepared.db, { courses: [course] });
    await prepared.close();

    const { url, stop } = await started(folder);
    const send = async (called: HttpCall, path: string, body: unknown, more: object = {}) => {
      const keyed = changesData(called) ? withIdempotencyKey(headers) : headers;
      const answer = await fetch(url + path, {
        method: called.method,
        headers: { ...keyed, 'content-type': 'application/json', ...more },
        ...(called.method !== 'GET' && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      expect(text).not.toContain(NUMBER);
      return answer.status;
    };
    for (const called of Object.values<HttpCall>(partnerInterface)) {
      const { body = {} } = called.partner?.example ?? {};
      const path = callUrl(called, { params: { id: randomUUID() }, query: called.partner?.example.query });
      const refused = [
        await send(called, `${path}${path.includes('?') ? '&' : '?'}card=${NUMBER}`, body),
        ...(called.body
          ? [
              await send(called, path, { ...body, extra: { deep: [APART] } }),
              await send(called, path, { ...body, [NUMBER]: 1 }),
              await send(called, path, { ...body, card: { token: `tok_${NUMBER}`, number: Number(NUMBER) } }),
              await send(called, path, { ...body, customer: { first_name: `Ana ${APART}` }, notes: NUMBER }),
            ]
          : []),
        ...(changesData(called) ? [await send(called, path, body, { 'idempotency-key': NUMBER })] : []),
      ];
      expect(refused.filter((status) => status !== 422 && status !== 404)).toEqual([]);
    }
    await send(partnerInterface.booking, `/partner/v1/bookings/${NUMBER}`, {});
    await send(partnerInterface.booking, `/partner/v1/${APART.replaceAll(' ', '%20')}`, {});
    // After the failures comes a booking that succeeds, with a card token.
    const fields = await fetch(`${url}/partner/v1/card_fields`, { headers });
    const { tokens_url } = partnerInterface.cardFields.answer.parse(await fields.json());
    const card = { token: await aCardToken(new URL(tokens_url ?? '').origin) };
    expect(await send(partnerInterface.book, '/partner/v1/bookings', aPartnerBooking(time, { card }))).toBe(
      200,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    await stop();

    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => statSync(name).isFile());
    const found = files.filter((name) => {
      const bytes = readFileSync(name);
      return [NUMBER, APART, APPROVED].some((text) => bytes.includes(text));
    });
    expect(files.length).toBeGreaterThan(100);
    expect(readFileSync(join(folder, 'log.txt'), 'utf8')).toContain('/partner/v1/bookings');
    expect(found).toEqual([]);
  },
);

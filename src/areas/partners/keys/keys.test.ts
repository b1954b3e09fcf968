import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { aPartnerWithoutKey } from '../../../../test/support/partners.ts';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { auditOf } from '../../../../test/support/audit-entries.ts';
import { history } from '../../../contract/history/history.ts';
import { partnerKeys } from './keys.contract.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});

const make = (id: number) => app.call(partnerKeys.make, { params: { id } }, admin);
const made = (id: number) => app.ok(partnerKeys.make, { params: { id } }, admin);
const keys = (id: number) => app.ok(partnerKeys.index, { params: { id } }, admin);
const withdraw = (id: number) => app.ok(partnerKeys.withdraw, { params: { id } }, admin);

test('a key is 256 random bits, told once, and kept as its hash', async () => {
  const { id } = await aPartnerWithoutKey(app.db);
  const { key, key_end } = await made(id);
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(key.endsWith(key_end)).toBe(true);
  const stored = await app.db
    .selectFrom('api_keys')
    .selectAll()
    .where('api_user_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ key_hash: createHash('sha256').update(key).digest('hex'), key_end });
  expect(JSON.stringify(stored)).not.toContain(key);
  const shown = await keys(id);
  expect(shown).toMatchObject([{ key_end, made_by: expect.any(String), last_used_at: null }]);
  expect(JSON.stringify(shown)).not.toContain(key);
  expect(JSON.stringify(shown)).not.toContain(stored.key_hash);
});

test('the requests of the last day are counted, older ones not', async () => {
  const { id } = await aPartnerWithoutKey(app.db);
  const key = await made(id);
  const hour = (hours: number, requests: number, refused: number) => ({
    api_key_id: key.id,
    requests,
    refused,
    hour: new Date(Date.now() - hours * 3_600_000).toISOString(),
  });
  await app.db
    .insertInto('api_key_requests')
    .values([hour(1, 1_200, 3), hour(23, 40, 0), hour(25, 7, 7)])
    .execute();
  expect(await keys(id)).toMatchObject([{ requests: 1_240, refused: 3 }]);
});

test('a third is refused until one is withdrawn', async () => {
  const { id } = await aPartnerWithoutKey(app.db);
  const [first] = [await made(id), await made(id)];
  expect(await make(id)).toMatchObject({ status: 422, body: { message: expect.stringMatching(/2 keys/) } });
  await withdraw(first.id);
  await made(id);
  expect(await make(id)).toMatchObject({ status: 422 });
});

test('six who make one at the same time make two', async () => {
  const { id } = await aPartnerWithoutKey(app.db);
  const answers = await Promise.all(Array.from({ length: 6 }, () => make(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(await keys(id)).toHaveLength(2);
});

test('who withdrew it first is kept, and what is not there is said', async () => {
  const { id } = await aPartnerWithoutKey(app.db);
  const key = await made(id);
  await withdraw(key.id);
  const [before] = await keys(id);
  await withdraw(key.id);
  expect(await keys(id)).toEqual([before]);
  expect(before).toMatchObject({ withdrawn_at: expect.any(String), withdrawn_by: expect.any(String) });
  expect(await make(424_242)).toMatchObject({ status: 404, body: { message: /partner/ } });
  expect(await app.call(partnerKeys.withdraw, { params: { id: 424_242 } }, admin)).toMatchObject({
    status: 404,
  });
});

test('an agent makes and sees none', async () => {
  const { id } = await aPartnerWithoutKey(app.db);
  for (const called of Object.values(partnerKeys))
    expect(await app.call(called, { params: { id } }, agent)).toMatchObject({ status: 403 });
});

test('the history tells who made and withdrew which, and nothing keeps a key', async () => {
  const { id } = await aPartnerWithoutKey(app.db);
  const { key, key_end, id: key_id } = await made(id);
  await withdraw(key_id);
  expect(await auditOf(app, 'partner', id)).toMatchObject([
    { action: 'made a key', after: { key_end } },
    { action: 'withdrew a key', before: { key_end } },
  ]);
  const { told } = await app.ok(
    history.show,
    { params: { record: 'api_users', id }, query: { page: 1 } },
    admin,
  );
  expect(told.map(({ did }) => did)).toEqual([`withdrew the key …${key_end}`, `made the key …${key_end}`]);
  const kept = await app.db.selectFrom('audit_entries').selectAll().where('subject_id', '=', id).execute();
  expect(JSON.stringify(kept)).not.toContain(key);
});

import { beforeEach, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aStaffUser, TEST_PASSWORD } from '../../../../test/support/factories.ts';
import { PendingRejections, type Rejection } from '../../../server/access/rejections.ts';
import { auditTrail } from '../../audit-trail/audit-trail.contract.ts';
import { session } from '../../session/session.contract.ts';
import { writeCountedRejections } from './rejections.job.ts';

const app = testApp();
const AT = '2026-11-20T18:00:05Z';
beforeEach(async () => {
  app.setClock(AT);
  await app.db.deleteFrom('allowances').execute();
  await writeCountedRejections(app.context, true);
  app.setClock('2026-11-20T18:05:00Z');
  await writeCountedRejections(app.context);
  app.setClock(AT);
  since = (await entries()).at(-1)?.id ?? 0;
});
let since = 0;

const entries = () =>
  app.db
    .selectFrom('audit_entries')
    .select(['id', 'made_by', 'address', 'action', 'subject', 'subject_id', 'after', 'is_passing'])
    .orderBy('id')
    .execute();
const written = async () => (await entries()).filter(({ id }) => id > since);
const told = async () =>
  (await written()).map(({ made_by, action, subject_id, after }) => ({ made_by, action, subject_id, after }));
const signIn = (email: string, password: string) => app.call(session.signIn, { body: { email, password } });

test('who signs in and out, and who could not, with nothing that was typed', async () => {
  const { id, email, name } = await aStaffUser(app.db);
  const { headers } = await signIn(email, TEST_PASSWORD);
  const of = (which: string) => String(headers[which]);
  const auth = { 'access-token': of('access-token'), uid: of('uid'), client: of('client') };
  await app.call(session.signOut, {}, auth);
  await signIn(email.toUpperCase(), 'not this one');
  await signIn('hunter2-in-the-wrong-box@ric.example', 'not this one');
  await writeCountedRejections(app.context);
  const why = (text: string) => ({ made_by: 'Somebody', action: 'could not sign in', after: { why: text } });
  expect(await told()).toEqual([
    { made_by: name, action: 'signed in', subject_id: id, after: null },
    { made_by: name, action: 'signed out', subject_id: id, after: null },
    { ...why('wrong password'), subject_id: id },
    { ...why('unknown e-mail'), subject_id: null },
  ]);
  expect((await written()).every((entry) => entry.is_passing && entry.address === '127.0.0.1')).toBe(true);
  expect(JSON.stringify(await entries())).not.toMatch(/hunter2|not this one/i);
});

test('who was refused by their level, once at once and the others of the minute together', async () => {
  const agent = await app.signedIn('agent');
  const ask = (headers: HeaderFields) => app.call(auditTrail.index, { query: {} }, headers);
  const refused = { call: 'GET /api/audit_entries/index', status: 403 };
  await ask(agent);
  await writeCountedRejections(app.context);
  for (let one = 0; one < 4; one += 1) await ask(agent);
  await writeCountedRejections(app.context);
  expect((await told()).map(({ after }) => after)).toEqual([refused]);
  app.setClock('2026-11-20T18:01:00Z');
  await writeCountedRejections(app.context);
  await writeCountedRejections(app.context);
  expect((await told()).map(({ after }) => after)).toEqual([
    refused,
    { ...refused, times: 4, minute: '2026-11-20T18:00:00.000Z' },
  ]);
  const [staff] = await app.db
    .selectFrom('staff_users')
    .select('name')
    .where('email', '=', agent['uid'] ?? '')
    .execute();
  expect((await told()).map(({ made_by }) => made_by)).toEqual([staff?.name, staff?.name]);
  const admin = await app.signedIn('admin');
  const shown = await app.ok(auditTrail.index, { query: { filters: { action: 'was refused' } } }, admin);
  expect(shown[0]?.said).toBe('was refused: GET /api/audit_entries/index (403), 4 times');
});

test('one who is signed out is none, a burst of ten is', async () => {
  const stranger = { 'access-token': 'x', uid: 'x', client: crypto.randomUUID() };
  for (let one = 0; one < 9; one += 1) await app.call(auditTrail.index, { query: {} }, stranger);
  await writeCountedRejections(app.context);
  expect(await told()).toEqual([]);
  await app.call(auditTrail.index, { query: {} }, stranger);
  await writeCountedRejections(app.context);
  expect(await told()).toMatchObject([{ made_by: 'Somebody', after: { status: 401, times: 10 } }]);
});

test('too many sign-ins are refused, and that is written down', async () => {
  const { email } = await aStaffUser(app.db);
  for (let one = 0; one < 8; one += 1) await signIn(email, 'wrong');
  await writeCountedRejections(app.context);
  expect((await told()).map(({ after }) => after)).toContainEqual(
    expect.objectContaining({ call: 'POST /api/auth/sign_in', status: 429 }),
  );
});

test('what could not be written is due again', async () => {
  await signIn('nobody@ric.example', 'wrong');
  await expect(writeCountedRejections({ ...app.context, db: undefined as never })).rejects.toThrow();
  await writeCountedRejections(app.context);
  expect(await told()).toHaveLength(1);
});

test('a flood is counted, and neither fills the database nor the memory', () => {
  const refusals = new PendingRejections();
  const now = new Date(AT);
  const from = (address: string, call: string): Rejection => ({
    made_by: 'Somebody',
    address,
    action: 'was refused',
    subject: 'call',
    subject_id: null,
    after: { call, status: 403 },
  });
  const begun = performance.now();
  for (let one = 0; one < 100_000; one += 1) refusals.note(from(`10.0.${one % 5_000}`, `GET /${one}`), now);
  const each = (performance.now() - begun) / 100_000;
  const due = refusals.due(now);
  expect(due).toHaveLength(51);
  expect(due.reduce((sum, { times }) => sum + times, 0)).toBe(100_000);
  expect(due.at(-1)).toMatchObject({ address: null, after: { why: 'others' }, times: 99_950 });
  // Failed sign-ins are counted in a separate store, which is not full.
  refusals.note({ ...from('10.1.1.1', 'x'), action: 'could not sign in' }, now);
  expect(refusals.due(now).at(-1)).toMatchObject({ address: '10.1.1.1' });
  // The limit is far above the usual time, so that only a much slower algorithm fails.
  expect(each).toBeLessThan(0.1);
});

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aStaffUser } from '../../../test/support/factories.ts';
import {
  WORKED_COMPANY_NOW,
  workedCompany,
  type WorkedCompany,
} from '../../../test/support/worked-company.ts';
import { reportSchedules } from './report-schedules.contract.ts';

const app = testApp({ checkBooks: false });
let company: WorkedCompany;
let admin: HeaderFields;
let agent: HeaderFields;
let agentId: number;
beforeAll(async () => {
  company = await workedCompany(app.db);
  app.setClock(WORKED_COMPANY_NOW);
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  agentId = (await idOf('agent@test.example')) ?? 0;
});
beforeEach(() => app.db.deleteFrom('report_schedules').execute());

const idOf = async (email: string) =>
  (await app.db.selectFrom('staff_users').select('id').where('email', '=', email).executeTakeFirst())?.id;
const to = (...ids: number[]) => ids.map((id) => ({ id }));
const weekly = () => ({
  report: 'weekly',
  range: 'last_week',
  repeats: 'weekly',
  weekday: 'Mon',
  recipients: to(company.staff.ruth.id),
});
const rates = () => ({
  report: 'rate-sheet',
  repeats: 'daily',
  hour: 6,
  recipients: to(company.staff.june.id),
});
const create = (form: object, headers = admin) =>
  app.call(reportSchedules.create, { body: { report_schedule: form } }, headers);
const created = async (form: object, headers = admin): Promise<number> =>
  reportSchedules.create.answer.parse((await create(form, headers)).body).id;
const show = (id: number, headers = admin) => app.ok(reportSchedules.show, { params: { id } }, headers);

test('is kept as it was said, and due at the next office hour', async () => {
  const id = await created(weekly());
  expect(await show(id)).toMatchObject({
    report: 'weekly',
    range: 'last_week',
    comparison: null,
    repeats: 'weekly',
    weekday: 'Mon',
    hour: 7,
    recipients: [{ id: company.staff.ruth.id, name: 'Ruth Castellano' }],
    // Dec 3 2026 is a Thursday.
    next_run_at: '2026-12-07T15:00:00.000000Z',
    paused_at: null,
    failures: 0,
    last_run_at: null,
    last_error: null,
    asked_at: null,
  });
  const entry = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'subject', 'subject_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ action: 'created', subject: 'report_schedule', subject_id: id });
});

test('whoever lost the answer presses again, and nobody is mailed twice', async () => {
  const payable = {
    ...weekly(),
    report: 'ap-monthly',
    course_ids: [company.courses.torrey.id],
    recipients: to(company.staff.ruth.id, (await idOf('admin@test.example')) ?? 0),
  };
  const id = await created(payable);
  expect(await created({ ...payable, recipients: payable.recipients.toReversed() })).toBe(id);
  const entries = app.db.selectFrom('audit_entries').select('id').where('action', '=', 'created');
  expect(
    await entries.where('subject', '=', 'report_schedule').where('subject_id', '=', id).execute(),
  ).toHaveLength(1);
  // A schedule with any other value is another schedule, and so is one with the values of a paused schedule.
  const others = [{ hour: 8 }, { course_ids: null }, { recipients: to(company.staff.ruth.id) }];
  for (const other of others) expect(await created({ ...payable, ...other })).not.toBe(id);
  await app.ok(reportSchedules.pause, { params: { id } }, admin);
  expect(await created(payable)).not.toBe(id);
  expect(await app.ok(reportSchedules.index, {}, admin)).toHaveLength(5);
});

test('a change is laid over what there is, and due again; a stale one is refused', async () => {
  const id = await created(weekly());
  const { updated_at } = await show(id);
  const change = (form: object) =>
    app.call(reportSchedules.update, { body: { id, report_schedule: form } }, admin);
  expect(await change({ repeats: 'monthly', day_of_month: 31, hour: 5, updated_at })).toMatchObject({
    status: 200,
  });
  expect(await show(id)).toMatchObject({
    repeats: 'monthly',
    day_of_month: 31,
    hour: 5,
    range: 'last_week',
    next_run_at: '2026-12-31T13:00:00.000000Z',
  });
  expect(await change({ hour: 9, updated_at })).toMatchObject({ status: 409 });
});

test('a change that stands there already is no conflict: whoever lost the answer presses again', async () => {
  const id = await created(weekly());
  const { updated_at } = await show(id);
  const two = to(company.staff.ruth.id, (await idOf('admin@test.example')) ?? 0);
  const sent = { ...weekly(), hour: 9, recipients: two, updated_at };
  const change = (form: object) =>
    app.call(reportSchedules.update, { body: { id, report_schedule: form } }, admin);
  expect(await change(sent)).toMatchObject({ status: 200 });
  const saved = await show(id);
  expect(await change({ ...sent, recipients: two.toReversed() })).toMatchObject({
    status: 200,
    body: { id },
  });
  expect(await show(id)).toEqual(saved);
  const edited = app.db.selectFrom('audit_entries').select('id').where('action', '=', 'edited');
  expect(
    await edited.where('subject', '=', 'report_schedule').where('subject_id', '=', id).execute(),
  ).toHaveLength(1);
  // A change with any other value than the saved ones is outdated.
  for (const other of [{ hour: 8 }, { recipients: to(company.staff.ruth.id) }])
    expect(await change({ ...sent, ...other })).toMatchObject({ status: 409 });
  expect(await show(id)).toEqual(saved);
});

test.each<[string, () => object, Record<string, string[]>]>([
  ['a weekly one without its day', () => ({ ...weekly(), weekday: null }), { weekday: ['is required'] }],
  [
    'a monthly one without its day',
    () => ({ ...weekly(), repeats: 'monthly' }),
    { day_of_month: ['is required'] },
  ],
  ['an hour that is none', () => ({ ...weekly(), hour: 24 }), { hour: ['must be at most 23'] }],
  ['no range', () => ({ ...weekly(), range: null }), { range: ['is required'] }],
  [
    'a range for a report without days',
    () => ({ ...rates(), range: 'yesterday' }),
    { range: ['is not asked by this report'] },
  ],
  ['another range', () => ({ ...weekly(), range: 'all_dates' }), { range: ['is no range of this report'] }],
  ['no comparison', () => ({ ...weekly(), report: 'revenue-comparison' }), { comparison: ['is required'] }],
  [
    'no course',
    () => ({ ...weekly(), report: 'ap-monthly', course_ids: [] }),
    { course_ids: ['tick at least one'] },
  ],
  [
    'an unknown course',
    () => ({ ...weekly(), report: 'ap-monthly', course_ids: [4242] }),
    { course_ids: ['names a course that does not exist'] },
  ],
  ['nobody', () => ({ ...weekly(), recipients: [] }), { recipients: ['tick at least one'] }],
  [
    'somebody removed',
    () => ({ ...weekly(), recipients: to(company.staff.claire.id) }),
    { recipients: ['names a user who does not exist'] },
  ],
  [
    'somebody who may not read it',
    () => ({ ...weekly(), recipients: to(company.staff.maria.id) }),
    { recipients: ['Maria Ortega may not read this report'] },
  ],
  ['no report', () => ({ ...weekly(), report: 'secrets' }), { report: ['is no report'] }],
])('refuses %s', async (_, form, errors) => {
  expect(await create(form())).toMatchObject({ status: 422, body: { errors } });
  expect(await app.ok(reportSchedules.index, {}, admin)).toEqual([]);
});

describe('an agent', () => {
  test('mails no report of admins', async () => {
    const refused = await create(weekly(), agent);
    expect(refused).toMatchObject({ status: 422, body: { errors: { report: ['is for admins'] } } });
  });

  test('mails their own commission to admins and themselves alone', async () => {
    const commission = { ...weekly(), report: 'commission' };
    expect(await create({ ...commission, recipients: to(company.staff.june.id) }, agent)).toMatchObject({
      status: 422,
      body: { errors: { recipients: ['June Park may not read this report'] } },
    });
    const id = await created({ ...commission, recipients: to(agentId, company.staff.ruth.id) }, agent);
    const ofAdmin = await app.ok(reportSchedules.recipients, { query: { report: 'commission', id } }, admin);
    expect(ofAdmin.map(([reader]) => reader)).toEqual([
      await idOf('admin@test.example'),
      agentId,
      company.staff.ruth.id,
    ]);
    const query = { report: 'commission' } as const;
    const readers = await app.ok(reportSchedules.recipients, { query }, agent);
    expect(readers[0]?.[0]).toBe(agentId);
    expect(readers.map(([id]) => id)).toContain(company.staff.ruth.id);
    expect(readers.map(([id]) => id)).not.toContain(company.staff.june.id);
  });

  test('sees and changes their own, and admins all', async () => {
    const [of_admin, own] = [await created(rates()), await created(rates(), agent)];
    const idsFor = async (headers: HeaderFields) =>
      (await app.ok(reportSchedules.index, {}, headers)).map(({ id }) => id);
    expect([await idsFor(agent), await idsFor(admin)]).toEqual([[own], [of_admin, own]]);
    const body = { id: of_admin, report_schedule: { hour: 9 } };
    const params = { id: of_admin };
    const tried = [
      app.call(reportSchedules.show, { params }, agent),
      app.call(reportSchedules.update, { body }, agent),
      app.call(reportSchedules.remove, { params }, agent),
      app.call(reportSchedules.pause, { params }, agent),
      app.call(reportSchedules.resume, { params }, agent),
      app.call(reportSchedules.send, { params }, agent),
    ];
    for (const answer of tried) expect(await answer).toMatchObject({ status: 404 });
    expect(await show(of_admin)).toMatchObject({ hour: 6, paused_at: null, asked_at: null });
    await app.ok(reportSchedules.update, { body: { id: own, report_schedule: { hour: 9 } } }, admin);
    expect(await show(own, agent)).toMatchObject({ hour: 9, owner: { id: agentId }, is_own: true });
    expect(await show(own)).toMatchObject({ is_own: false });
  });
});

test('is paused, resumed with the next time, and removed', async () => {
  const id = await created(rates());
  await app.ok(reportSchedules.pause, { params: { id } }, admin);
  expect(await show(id)).toMatchObject({ paused_at: '2026-12-03T18:00:00.000000Z' });
  app.setClock('2026-12-09T18:00:00Z');
  await app.db.updateTable('report_schedules').set({ failures: 5, last_error: 'It broke.' }).execute();
  await app.ok(reportSchedules.resume, { params: { id } }, await app.signedIn('admin'));
  app.setClock(WORKED_COMPANY_NOW);
  const resumed = {
    paused_at: null,
    failures: 0,
    last_error: 'It broke.',
    next_run_at: '2026-12-10T14:00:00.000000Z',
  };
  expect(await show(id)).toMatchObject(resumed);
  await app.ok(reportSchedules.remove, { params: { id } }, admin);
  expect((await app.call(reportSchedules.show, { params: { id } }, admin)).status).toBe(404);
});

test('two of one name have their e-mails beside it, to choose from', async () => {
  const twin = await aStaffUser(app.db, { name: 'June Park', email: 'june2@ric.example' });
  const readers = await app.ok(reportSchedules.recipients, { query: { report: 'rate-sheet' } }, admin);
  expect(readers).toContainEqual([twin.id, 'June Park (june2@ric.example)']);
  expect(readers).toContainEqual([company.staff.june.id, 'June Park (june@ric.example)']);
  expect(readers).toContainEqual([company.staff.maria.id, 'Maria Ortega']);
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { workedCompany, type WorkedCompany } from '../../../../test/support/worked-company.ts';
import { sheetsOf } from '../../../../test/support/workbooks.ts';
import { mailboxOf } from '../../../outside/outside.ts';
import { notices } from '../../notices/notices.contract.ts';
import { outbox } from '../../outbox/outbox.contract.ts';
import { sendDueMails } from '../../outbox/worker.job.ts';
import { reportSchedules } from '../report-schedules.contract.ts';
import { endRun, leaseDue } from './due.queries.ts';
import { mailDueReports } from './mail.steps.ts';

const desk = testApp({ checkBooks: false, settings: { OFFICE_URL: 'https://office.ric.example/' } });
let company: WorkedCompany;
beforeAll(async () => {
  company = await workedCompany(desk.db);
});

// A Sunday; the week before has all that is created on Nov 20 to 22 and is played later.
const SUNDAY = '2026-11-22T20:00:00Z';
const MONDAY = '2026-11-23T15:00:00Z';
beforeEach(async () => {
  desk.setClock(SUNDAY);
  await desk.db.deleteFrom('report_schedules').execute();
  await desk.db.deleteFrom('outbox').execute();
  await desk.db.deleteFrom('outbox_files').execute();
  await desk.db.deleteFrom('notices').execute();
  await levels('admin', 'sdgr');
});

/** What Ruth, who owns what is mailed, and Maria are. */
const levels = async (ruth: 'admin' | 'sdgr', maria: 'admin' | 'sdgr') => {
  const set = (id: number, level: 'admin' | 'sdgr') =>
    desk.db.updateTable('staff_users').set({ level, removed_at: null }).where('id', '=', id).execute();
  await set(company.staff.ruth.id, ruth);
  await set(company.staff.maria.id, maria);
};

/** Made as a call makes it, owned by Ruth. */
async function aSchedule(given: object = {}, to = [company.staff.ruth.id]): Promise<number> {
  const report_schedule = {
    ...{ report: 'new_sales_report', range: 'last_week', repeats: 'weekly', weekday: 'Mon' },
    ...{ recipients: to.map((id) => ({ id })), ...given },
  };
  const answer = await desk.call(
    reportSchedules.create,
    { body: { report_schedule } },
    await desk.signedIn('admin'),
  );
  expect(answer).toMatchObject({ status: 200 });
  const { id } = reportSchedules.create.answer.parse(answer.body);
  const owner_id = company.staff.ruth.id;
  await desk.db.updateTable('report_schedules').set({ owner_id }).where('id', '=', id).execute();
  return id;
}
const schedule = (id: number) =>
  desk.db.selectFrom('report_schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const letters = () => desk.db.selectFrom('outbox').selectAll().orderBy('id').execute();
const run = (at: string, mostBytes?: number) => {
  desk.setClock(at);
  return mailDueReports(desk.desk, mostBytes === undefined ? {} : { mostBytes });
};
const failing = () => levels('sdgr', 'sdgr');

/** What the stand-in mail server has of these letters. */
async function arrived(): Promise<Awaited<ReturnType<typeof PostalMime.parse>>[]> {
  await sendDueMails(desk.desk);
  const ids = (await letters()).map(({ message_id }) => message_id);
  const folder = mailboxOf(desk.desk.settings.dataDir);
  const all = await Promise.all(
    (await readdir(folder)).map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return all.filter(({ messageId = '' }) => ids.includes(messageId));
}

test('arrives once at its hour, with the workbook of the week before', async () => {
  const id = await aSchedule();
  expect(await run('2026-11-23T14:59:59Z')).toBe(0);
  expect(await run(MONDAY)).toBe(1);
  expect(await run(MONDAY)).toBe(0);
  const [mail, ...more] = await arrived();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    to: [{ address: 'ruth@ric.example' }],
    subject: 'Sales Report 2, Nov 16 2026 to Nov 22 2026, by day of creation, office time',
  });
  for (const said of [
    'Agrees with the ledger: revenue $1,900.00',
    'new_sales_report_2026-11-16_2026-11-22.xlsx',
    'The workbook is attached.',
    'Every Monday at 07:00, set up by Ruth Castellano.',
  ])
    expect(mail?.text?.replace(/\s+/g, ' ')).toContain(said);
  expect(mail?.html).toContain(
    'https://office.ric.example/reports/new_sales_report?start_date=2026-11-16&amp;end_date=2026-11-22',
  );
  const [file] = mail?.attachments ?? [];
  expect(file).toMatchObject({ filename: 'new_sales_report_2026-11-16_2026-11-22.xlsx' });
  const sheets = sheetsOf(new Uint8Array(file?.content as ArrayBuffer));
  expect(Object.keys(sheets)).toEqual(['Courses and agents', 'Days', 'On account']);
  const cells = Object.values(sheets['Courses and agents'] ?? {}).map((cell) => cell?.v);
  expect(cells).toContain(1900);
  expect(cells).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Run by Ruth Castellano, Nov 23 2026 07:00/)]),
  );
  expect(await schedule(id)).toMatchObject({
    ...{ last_run_at: '2026-11-23T15:00:00.000000Z', next_run_at: '2026-11-30T15:00:00.000000Z' },
    ...{ failures: 0, last_error: null, lease: null },
  });
  const entry = await desk.db
    .selectFrom('audit_entries')
    .select(['made_by', 'action', 'subject_id', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    ...{ made_by: 'Ruth Castellano', action: 'mailed', subject_id: id },
    after: { report: 'new_sales_report', recipients: ['ruth@ric.example'] },
  });
});

test.each([
  ['rate-sheet', {}],
  ['commission', { range: 'last_month' }],
  ['ap-monthly', { range: 'last_month' }],
  ['sales_report', { range: 'this_month' }],
  ['revenue-comparison', { range: 'this_year', comparison: 'year_before', date_type: 'Played' }],
  ['gift-certs', { range: 'all_dates' }],
  ['maintenance', {}],
  ['tee-time', { range: 'yesterday' }],
])('%s goes out', async (report, given) => {
  await aSchedule({ range: null, ...given, report });
  await run(MONDAY);
  expect(await desk.db.selectFrom('report_schedules').select('last_error').execute()).toEqual([
    { last_error: null },
  ]);
  expect(await letters()).toMatchObject([{ file_name: expect.stringContaining(report) }]);
});

test('those who may read it no longer, or are no longer users, are left out', async () => {
  await levels('admin', 'admin');
  await aSchedule({}, [company.staff.ruth.id, company.staff.maria.id]);
  await levels('admin', 'sdgr');
  await run(MONDAY);
  expect((await letters()).map(({ recipient }) => recipient)).toEqual(['ruth@ric.example']);
  await aSchedule({ report: 'rate-sheet', range: null }, [company.staff.ruth.id, company.staff.june.id]);
  await desk.db
    .updateTable('staff_users')
    .set({ removed_at: MONDAY })
    .where('id', '=', company.staff.june.id)
    .execute();
  await run('2026-11-30T15:00:00Z');
  await desk.db
    .updateTable('staff_users')
    .set({ removed_at: null })
    .where('id', '=', company.staff.june.id)
    .execute();
  expect((await letters()).map(({ recipient }) => recipient)).not.toContain('june@ric.example');
});

test('what was missed is not made up for: the newest is sent, with its own days', async () => {
  const id = await aSchedule();
  // Three Mondays later, on a Wednesday.
  expect(await run('2026-12-09T20:00:00Z')).toBe(1);
  expect(await letters()).toMatchObject([{ subject: expect.stringContaining('Nov 30 2026 to Dec 6 2026') }]);
  expect(await schedule(id)).toMatchObject({ next_run_at: '2026-12-14T15:00:00.000000Z' });
});

test('several processes send each once', async () => {
  for (let count = 0; count < 5; count += 1) await aSchedule();
  desk.setClock(MONDAY);
  const tried = await Promise.all([0, 1, 2].map(() => mailDueReports(desk.desk)));
  expect(tried.reduce((sum, one) => sum + one)).toBe(5);
  expect(await letters()).toHaveLength(5);
});

test('what a killed process was at, another sends once its lease is over', async () => {
  const id = await aSchedule();
  desk.setClock(MONDAY);
  const dead = await leaseDue(desk.db, desk.desk.now());
  expect(dead).toMatchObject({ id });
  expect(await run(MONDAY)).toBe(0);
  await desk.db.updateTable('report_schedules').set({ leased_until: '2020-01-01T00:00:00Z' }).execute();
  expect(await run(MONDAY)).toBe(1);
  // It was not dead after all: it finds that another was at it.
  const now = desk.desk.now();
  const ended = { last_run_at: now, last_error: 'Late', failures: 1, next_run_at: now, paused_at: null };
  expect(dead && (await endRun(desk.db, dead, ended))).toBe(false);
  expect(await letters()).toHaveLength(1);
  expect(await schedule(id)).toMatchObject({ last_error: null });
});

test('what is paused or changed while it is made is not sent', async () => {
  const id = await aSchedule();
  desk.setClock(MONDAY);
  const admin = await desk.signedIn('admin');
  const under = await leaseDue(desk.db, desk.desk.now());
  await desk.ok(reportSchedules.pause, { params: { id } }, admin);
  const ended = {
    last_run_at: desk.desk.now(),
    last_error: null,
    failures: 0,
    next_run_at: null,
    paused_at: null,
  };
  expect(under && (await endRun(desk.db, under, ended))).toBe(false);
  expect(await run(MONDAY)).toBe(0);
});

test('what is too large for a mail is a link to its screen with its days', async () => {
  await aSchedule();
  await run(MONDAY, 1_000);
  const [mail] = await arrived();
  expect(mail?.attachments).toEqual([]);
  expect(mail?.text).toContain('too large for a mail');
  expect(mail?.text).toContain(
    'Open it in RIC: https://office.ric.example/reports/new_sales_report?start_date=2026-11-16',
  );
  expect(mail?.html).toContain('/reports/new_sales_report?start_date=2026-11-16&amp;end_date=2026-11-22');
  expect(await desk.db.selectFrom('outbox_files').select('id').execute()).toEqual([]);
});

describe('a failure', () => {
  test('is tried again later and later; after five it is paused, and its owner is told', async () => {
    const id = await aSchedule();
    await failing();
    const tries = ['15:00', '15:10', '15:30', '16:10'].map((time) => `2026-11-23T${time}:00Z`);
    const nexts = [...tries.slice(1), '2026-11-23T17:30:00Z'];
    for (const [at, time] of tries.entries()) {
      expect(await run(time)).toBe(1);
      expect(await run(time)).toBe(0);
      expect(await schedule(id)).toMatchObject({
        ...{ failures: at + 1, paused_at: null, next_run_at: nexts[at]?.replace('Z', '.000000Z') },
        last_error: 'Ruth Castellano, whose report this is, may not run it any more.',
      });
    }
    expect(await letters()).toEqual([]);
    expect(await run('2026-11-23T17:30:00Z')).toBe(1);
    expect(await schedule(id)).toMatchObject({ failures: 5, paused_at: '2026-11-23T17:30:00.000000Z' });
    const [mail] = await arrived();
    expect(mail).toMatchObject({
      to: [{ address: 'ruth@ric.example' }],
      subject: 'Sales Report 2 is mailed no longer: it failed 5 times in a row',
    });
    const told = await desk.db.selectFrom('notices').select(['kind', 'message', 'staff_user_id']).execute();
    expect(told).toEqual([
      {
        ...{ kind: 'report', staff_user_id: company.staff.ruth.id },
        message:
          'Sales Report 2 (every Monday at 07:00) is mailed no longer: it failed 5 times in a row. Ruth Castellano, whose report this is, may not run it any more.',
      },
    ]);
    // It is hers alone.
    const admin = await desk.signedIn('admin');
    expect(await desk.ok(notices.index, {}, admin)).toEqual([]);
    const { id: notice } = await desk.db.selectFrom('notices').select('id').executeTakeFirstOrThrow();
    expect((await desk.call(notices.dismiss, { params: { id: notice } }, admin)).status).toBe(404);
    expect(await run('2026-11-30T15:00:00Z')).toBe(0);
  });

  test('that is over counts no longer, and keeps its days after midnight', async () => {
    const id = await aSchedule({ repeats: 'daily', hour: 23, range: 'yesterday' });
    await failing();
    await run('2026-11-23T07:00:00Z');
    await run('2026-11-23T07:10:00Z');
    await levels('admin', 'sdgr');
    // After midnight: it was due on Nov 22, so its yesterday is Nov 21.
    await run('2026-11-23T08:30:00Z');
    expect(await letters()).toMatchObject([{ subject: expect.stringContaining('Nov 21 2026, by') }]);
    expect(await schedule(id)).toMatchObject({
      failures: 0,
      last_error: null,
      next_run_at: '2026-11-24T07:00:00.000000Z',
    });
  });

  test('of one whose owner is removed is everybody’s to know', async () => {
    const id = await aSchedule();
    await desk.db.updateTable('report_schedules').set({ failures: 4 }).execute();
    await desk.db
      .updateTable('staff_users')
      .set({ removed_at: SUNDAY })
      .where('id', '=', company.staff.ruth.id)
      .execute();
    await run(MONDAY);
    expect(await schedule(id)).toMatchObject({ paused_at: '2026-11-23T15:00:00.000000Z' });
    expect(await letters()).toEqual([]);
    const seen = await desk.ok(notices.index, {}, await desk.signedIn('agent'));
    expect(seen).toMatchObject([{ kind: 'report', message: expect.stringContaining('is no longer a user') }]);
  });
});

describe('Send now', () => {
  const ask = async (id: number) =>
    desk.ok(reportSchedules.send, { params: { id } }, await desk.signedIn('admin'));

  test('sends what a day like today has, once, paused or not, and leaves its times', async () => {
    const id = await aSchedule({ range: 'yesterday' });
    await desk.db.updateTable('report_schedules').set({ paused_at: SUNDAY }).execute();
    await ask(id);
    await ask(id);
    expect(await run(SUNDAY)).toBe(1);
    expect(await letters()).toMatchObject([{ subject: expect.stringContaining('Nov 21 2026, by') }]);
    expect(await schedule(id)).toMatchObject({
      ...{ asked_at: null, last_run_at: '2026-11-22T20:00:00.000000Z' },
      ...{ paused_at: '2026-11-22T20:00:00.000000Z', next_run_at: '2026-11-23T15:00:00.000000Z' },
    });
  });

  test('says what went wrong, and is not tried again by itself', async () => {
    const id = await aSchedule();
    await failing();
    await ask(id);
    await run(SUNDAY);
    expect(await schedule(id)).toMatchObject({
      asked_at: null,
      failures: 0,
      last_error: expect.stringContaining('may not run it'),
    });
    expect(await run(SUNDAY)).toBe(0);
  });
});

test('a letter whose workbook is kept no longer is not sent without it', async () => {
  await aSchedule({}, [company.staff.ruth.id]);
  await run(MONDAY);
  await sendDueMails(desk.desk);
  await desk.db.updateTable('outbox_files').set({ created_at: '2020-01-01T00:00:00Z' }).execute();
  await run('2026-11-30T15:00:00Z');
  const [first, second] = await letters();
  expect([first?.file_id === null, second?.file_id === null]).toEqual([true, false]);
  const admin = await desk.signedIn('admin');
  const again = await desk.call(outbox.resend, { params: { id: first?.id } }, admin);
  expect(again).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('kept for 30 days') },
  });
});

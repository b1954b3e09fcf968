import { describe, expect, test } from 'vitest';
import {
  REPORTING_MONDAY,
  REPORTING_SUNDAY,
  mailingCompanySetup,
} from '../../../../test/support/mailing-company.ts';
import { notices } from '../../notices/notices.contract.ts';
import { reportSchedules } from '../report-schedules.contract.ts';
import { recordScheduleRun, leaseDueSchedule } from './due.queries.ts';
import { mailDueReports } from './mail.steps.ts';

const { app, staff, levels, failing, aSchedule, schedule, letters, arrived, run } = mailingCompanySetup();

test('several processes send each once', async () => {
  for (let count = 0; count < 5; count += 1) await aSchedule();
  app.setClock(REPORTING_MONDAY);
  const tried = await Promise.all([0, 1, 2].map(() => mailDueReports(app.context)));
  expect(tried.reduce((sum, one) => sum + one)).toBe(5);
  expect(await letters()).toHaveLength(5);
});

test('what a killed process was at, another sends once its lease is over', async () => {
  const id = await aSchedule();
  app.setClock(REPORTING_MONDAY);
  const dead = await leaseDueSchedule(app.db, app.context.now());
  expect(dead).toMatchObject({ id });
  expect(await run(REPORTING_MONDAY)).toBe(0);
  await app.db.updateTable('report_schedules').set({ leased_until: '2020-01-01T00:00:00Z' }).execute();
  expect(await run(REPORTING_MONDAY)).toBe(1);
  // The process whose lease expired was alive after all, and finds that another process has taken over.
  const now = app.context.now();
  const ended = { last_run_at: now, last_error: 'Late', failures: 1, next_run_at: now, paused_at: null };
  expect(dead && (await recordScheduleRun(app.db, dead, ended))).toBe(false);
  expect(await letters()).toHaveLength(1);
  expect(await schedule(id)).toMatchObject({ last_error: null });
});

test('what is paused or changed while it is made is not sent', async () => {
  const id = await aSchedule();
  app.setClock(REPORTING_MONDAY);
  const admin = await app.signedIn('admin');
  const under = await leaseDueSchedule(app.db, app.context.now());
  await app.ok(reportSchedules.pause, { params: { id } }, admin);
  const ended = {
    last_run_at: app.context.now(),
    last_error: null,
    failures: 0,
    next_run_at: null,
    paused_at: null,
  };
  expect(under && (await recordScheduleRun(app.db, under, ended))).toBe(false);
  expect(await run(REPORTING_MONDAY)).toBe(0);
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
        failures: at + 1,
        paused_at: null,
        next_run_at: nexts[at]?.replace('Z', '.000000Z'),
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
    const told = await app.db.selectFrom('notices').select(['kind', 'message', 'staff_user_id']).execute();
    expect(told).toEqual([
      {
        kind: 'report',
        staff_user_id: staff().ruth.id,
        message:
          'Sales Report 2 (every Monday at 07:00) is mailed no longer: it failed 5 times in a row. Ruth Castellano, whose report this is, may not run it any more.',
      },
    ]);
    // The notice is shown only to the owner of the schedule.
    const admin = await app.signedIn('admin');
    expect(await app.ok(notices.index, {}, admin)).toEqual([]);
    const { id: notice } = await app.db.selectFrom('notices').select('id').executeTakeFirstOrThrow();
    expect((await app.call(notices.dismiss, { params: { id: notice } }, admin)).status).toBe(404);
    expect(await run('2026-11-30T15:00:00Z')).toBe(0);
  });

  test('that is over counts no longer, and keeps its days after midnight', async () => {
    const id = await aSchedule({ repeats: 'daily', hour: 23, range: 'yesterday' });
    await failing();
    await run('2026-11-23T07:00:00Z');
    await run('2026-11-23T07:10:00Z');
    await levels('admin', 'sdgr');
    // The report runs after midnight, but it was due on Nov 22, so its "yesterday" is Nov 21.
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
    await app.db.updateTable('report_schedules').set({ failures: 4 }).execute();
    await app.db
      .updateTable('staff_users')
      .set({ removed_at: REPORTING_SUNDAY })
      .where('id', '=', staff().ruth.id)
      .execute();
    await run(REPORTING_MONDAY);
    expect(await schedule(id)).toMatchObject({ paused_at: '2026-11-23T15:00:00.000000Z' });
    expect(await letters()).toEqual([]);
    const seen = await app.ok(notices.index, {}, await app.signedIn('agent'));
    expect(seen).toMatchObject([{ kind: 'report', message: expect.stringContaining('is no longer a user') }]);
  });
});

describe('a report that ends the process which makes it', () => {
  /** Leases the schedule and lets the lease expire, as a killed process does. */
  const left = async () => {
    expect(await leaseDueSchedule(app.db, app.context.now())).not.toBe(null);
    await app.db.updateTable('report_schedules').set({ leased_until: '2020-01-01T00:00:00Z' }).execute();
  };

  test('is made again four times, and then paused', async () => {
    const id = await aSchedule();
    app.setClock(REPORTING_MONDAY);
    for (let times = 0; times < 5; times += 1) {
      expect(await schedule(id)).toMatchObject({ failures: Math.max(0, times - 1), paused_at: null });
      await left();
    }
    expect(await run(REPORTING_MONDAY)).toBe(1);
    expect(await schedule(id)).toMatchObject({
      failures: 5,
      paused_at: '2026-11-23T15:00:00.000000Z',
      lease: null,
      last_error: 'RIC ended each time while it was made.',
    });
    expect(await letters()).toMatchObject([{ subject: expect.stringContaining('failed 5 times in a row') }]);
    expect(await run(REPORTING_MONDAY)).toBe(0);
  });

  test('is not made for ever because somebody asked for it', async () => {
    const id = await aSchedule();
    await app.ok(reportSchedules.send, { params: { id } }, await app.signedIn('admin'));
    for (let times = 0; times < 5; times += 1) await left();
    expect(await run(REPORTING_SUNDAY)).toBe(1);
    expect(await schedule(id)).toMatchObject({ asked_at: null, paused_at: null, failures: 5 });
    expect(await letters()).toEqual([]);
    expect(await run(REPORTING_SUNDAY)).toBe(0);
    // A failed run that somebody requested does not count: the due run may still succeed.
    expect(await run(REPORTING_MONDAY)).toBe(1);
    expect(await schedule(id)).toMatchObject({ failures: 0, last_error: null });
  });
});

describe('Send now', () => {
  const ask = async (id: number) =>
    app.ok(reportSchedules.send, { params: { id } }, await app.signedIn('admin'));

  test('sends what a day like today has, once, paused or not, and leaves its times', async () => {
    const id = await aSchedule({ range: 'yesterday' });
    await app.db.updateTable('report_schedules').set({ paused_at: REPORTING_SUNDAY }).execute();
    await ask(id);
    await ask(id);
    expect(await run(REPORTING_SUNDAY)).toBe(1);
    expect(await letters()).toMatchObject([{ subject: expect.stringContaining('Nov 21 2026, by') }]);
    expect(await schedule(id)).toMatchObject({
      asked_at: null,
      last_run_at: '2026-11-22T20:00:00.000000Z',
      paused_at: '2026-11-22T20:00:00.000000Z',
      next_run_at: '2026-11-23T15:00:00.000000Z',
    });
  });

  test('says what went wrong, and is not tried again by itself', async () => {
    const id = await aSchedule();
    await failing();
    await ask(id);
    await run(REPORTING_SUNDAY);
    expect(await schedule(id)).toMatchObject({
      asked_at: null,
      failures: 0,
      last_error: expect.stringContaining('may not run it'),
    });
    expect(await run(REPORTING_SUNDAY)).toBe(0);
  });
});

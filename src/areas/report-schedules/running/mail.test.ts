import { expect, test } from 'vitest';
import { REPORTING_MONDAY, mailingCompanySetup } from '../../../../test/support/mailing-company.ts';
import { sheetsBySheetJs } from '../../../../test/support/workbooks.ts';
import { outbox } from '../../outbox/outbox.contract.ts';
import { sendDueEmails } from '../../outbox/worker.job.ts';

const { app, staff, levels, aSchedule, schedule, letters, arrived, run } = mailingCompanySetup();

test('arrives once at its hour, with the workbook of the week before', async () => {
  const id = await aSchedule();
  expect(await run('2026-11-23T14:59:59Z')).toBe(0);
  expect(await run(REPORTING_MONDAY)).toBe(1);
  expect(await run(REPORTING_MONDAY)).toBe(0);
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
  const sheets = sheetsBySheetJs(new Uint8Array(file?.content as ArrayBuffer));
  expect(Object.keys(sheets)).toEqual(['Courses and agents', 'Days', 'On account']);
  const cells = Object.values(sheets['Courses and agents'] ?? {}).map((cell) => cell?.v);
  expect(cells).toContain(1900);
  expect(cells).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Run by Ruth Castellano, Nov 23 2026 07:00/)]),
  );
  expect(await schedule(id)).toMatchObject({
    last_run_at: '2026-11-23T15:00:00.000000Z',
    next_run_at: '2026-11-30T15:00:00.000000Z',
    failures: 0,
    last_error: null,
    lease: null,
  });
  const entry = await app.db
    .selectFrom('audit_entries')
    .select(['made_by', 'action', 'subject_id', 'after'])
    .where('is_passing', '=', false)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    made_by: 'Ruth Castellano',
    action: 'mailed',
    subject_id: id,
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
  await run(REPORTING_MONDAY);
  expect(await app.db.selectFrom('report_schedules').select('last_error').execute()).toEqual([
    { last_error: null },
  ]);
  expect(await letters()).toMatchObject([{ file_name: expect.stringContaining(report) }]);
});

test('those who may read it no longer, or are no longer users, are left out', async () => {
  await levels('admin', 'admin');
  await aSchedule({}, [staff().ruth.id, staff().maria.id]);
  await levels('admin', 'sdgr');
  await run(REPORTING_MONDAY);
  expect((await letters()).map(({ recipient }) => recipient)).toEqual(['ruth@ric.example']);
  await aSchedule({ report: 'rate-sheet', range: null }, [staff().ruth.id, staff().june.id]);
  await app.db
    .updateTable('staff_users')
    .set({ removed_at: REPORTING_MONDAY })
    .where('id', '=', staff().june.id)
    .execute();
  await run('2026-11-30T15:00:00Z');
  await app.db
    .updateTable('staff_users')
    .set({ removed_at: null })
    .where('id', '=', staff().june.id)
    .execute();
  expect((await letters()).map(({ recipient }) => recipient)).not.toContain('june@ric.example');
});

test('what was missed is not made up for: the newest is sent, with its own days', async () => {
  const id = await aSchedule();
  // The run comes on a Wednesday, after three Mondays were missed.
  expect(await run('2026-12-09T20:00:00Z')).toBe(1);
  expect(await letters()).toMatchObject([{ subject: expect.stringContaining('Nov 30 2026 to Dec 6 2026') }]);
  expect(await schedule(id)).toMatchObject({ next_run_at: '2026-12-14T15:00:00.000000Z' });
});

test('what is too large for a mail is a link to its screen with its days', async () => {
  await aSchedule();
  await run(REPORTING_MONDAY, 1_000);
  const [mail] = await arrived();
  expect(mail?.attachments).toEqual([]);
  expect(mail?.text).toContain('too large for a mail');
  expect(mail?.text).toContain(
    'Open it in RIC: https://office.ric.example/reports/new_sales_report?start_date=2026-11-16',
  );
  expect(mail?.html).toContain('/reports/new_sales_report?start_date=2026-11-16&amp;end_date=2026-11-22');
  expect(await app.db.selectFrom('outbox_files').select('id').execute()).toEqual([]);
});

test('a letter whose workbook is kept no longer is not sent without it', async () => {
  await aSchedule({}, [staff().ruth.id]);
  await run(REPORTING_MONDAY);
  await sendDueEmails(app.context);
  await app.db.updateTable('outbox_files').set({ created_at: '2020-01-01T00:00:00Z' }).execute();
  await run('2026-11-30T15:00:00Z');
  const [first, second] = await letters();
  expect([first?.file_id === null, second?.file_id === null]).toEqual([true, false]);
  const admin = await app.signedIn('admin');
  const again = await app.call(outbox.resend, { params: { id: first?.id } }, admin);
  expect(again).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('kept for 30 days') },
  });
});

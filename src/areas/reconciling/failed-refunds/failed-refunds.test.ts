import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCard, bookTeeTime } from '../../../../test/support/bookings.ts';
import { aCertificate, aCourse, aRate } from '../../../../test/support/factories.ts';
import { sheetColumn, reportSheet } from '../../../../test/support/read-reports.ts';
import {
  certificateState,
  sendCertificateRefund,
  sellGiftCertificate,
} from '../../../../test/support/selling.ts';
import { certificateSummaries } from '../../gift-certificates/summary/summary.contract.ts';
import { findTenderTotals } from '../../payments/ledger.queries.ts';
import { notices } from '../../notices/notices.contract.ts';
import { reportTables } from '../../reports/reports.contract.ts';
import { roundChanges } from '../../tee-times/repricing/round-changes.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { transactions } from '../../transactions/transactions.contract.ts';
import { checkSettledRefunds } from './failed-refunds.job.ts';

const app = testApp();
let agent: HeaderFields;
let admin: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  admin = await app.signedIn('admin');
  course = (await aCourse(app.db, { internal_only: true })).id;
  await aRate(app.db, course);
});

const credit_card = aCard('refund_fails_later');
const shown = (id: number) => app.ok(teeTimes.show, { params: { id } }, agent);
const options = (id: number) => app.ok(teeTimes.cancelOptions, { params: { id } }, agent);
const cancel = (body: object) =>
  app.ok(teeTimes.cancel, { body: { cancel: false, ...body } as never }, agent);
const wordsOf = async (id: number) =>
  (await app.ok(transactions.teeTime, { params: { id } }, agent)).moves.map(
    ({ words, total }) => `${words} ${total}`,
  );
const told = async () =>
  (await app.ok(notices.index, {}, agent)).filter(({ kind }) => kind === 'refund_failed');

/** Lets earlier refunds fail at the gateway after some days, and runs the check that finds them. */
async function daysLater(): Promise<void> {
  app.advanceGatewayClock(3 * 86_400_000);
  await app.db
    .updateTable('payment_attempts')
    .set({ settled_at: sql<string>`settled_at - interval '3 days'` })
    .where('kind', '=', 'refund')
    .where('state', '=', 'succeeded')
    .execute();
  await checkSettledRefunds(app.context);
}

describe('a refund of a tee time that failed days later', () => {
  test('counts as paid again on its own day, may be refunded again, and a certificate keeps its part', async () => {
    const { id: gift, serial } = await aCertificate(app.db);
    const { id } = await bookTeeTime(app, agent, { course, credit_card, gift_cert_serial: serial });
    await cancel({ id, refund: true, refund_amount: 41_200 });
    expect(await shown(id)).toMatchObject({ paid: '0.00', refunded: '412.00' });

    await daysLater();
    expect(await shown(id)).toMatchObject({ paid: '312.00', refunded: '100.00' });
    expect(await options(id)).toMatchObject({ transaction_total: 31_200 });
    expect(await wordsOf(id)).toEqual([
      'Gift certificate ' + serial + ' spent 100.00',
      'Card 0158 charged 312.00',
      'Refund to card 0158 -312.00',
      'Back to gift certificate ' + serial + ' -100.00',
      'Refund to card 0158 failed 312.00',
    ]);
    const { raw_balance } = await app.db
      .selectFrom('gift_certificates')
      .select('raw_balance')
      .where('id', '=', gift)
      .executeTakeFirstOrThrow();
    expect(raw_balance).toBe(10_000);
    expect((await told())[0]).toMatchObject({
      tee_time_id: id,
      message:
        'A refund of $312.00 to a card failed after it had been made: The bank returned the refund. The amount counts as paid again. Please refund it another way.',
    });

    // A failed refund is reported only once.
    await daysLater();
    expect(await told()).toHaveLength(1);
    await cancel({ id, refund: true, refund_amount: 31_200 });
    expect(await shown(id)).toMatchObject({ paid: '0.00', refunded: '412.00' });
    await daysLater();
    expect(await shown(id)).toMatchObject({ paid: '312.00', refunded: '100.00' });
  });

  test('stands in the Refunds column of its own day, and the day of the refund keeps its figure', async () => {
    const { id } = await bookTeeTime(app, agent, { course, credit_card });
    await cancel({ id, refund: true, refund_amount: 41_200 });
    await refundedOn(id, '2026-10-07');
    const before = await refundsOf(9);
    expect(before).toEqual([['2026-10-07', -41_200]]);
    const [year, month] = today.split('-').map(Number) as [number, number];
    const now = () => refundsOf(month - 1, year);
    const posted = (all: unknown[][]) => all.find(([day]) => day === today)?.[1] ?? 0;
    const was = posted(await now());
    await daysLater();
    expect(await refundsOf(9)).toEqual(before);
    expect(posted(await now())).toBe(Number(was) + 41_200);
  });

  test('of a change is not refunded, while the price stays as it was changed', async () => {
    const { id } = await bookTeeTime(app, agent, { course, credit_card });
    const to = { id, players: 3, play_date: '2030-06-01', play_time: '07:42', course: { id: course } };
    const round = { ...to, terms: 'frozen' as const };
    const { raw_difference, updated_at } = await app.ok(roundChanges.quote, { body: round }, agent);
    const body = { ...round, difference: 'settle' as const, shown_difference: raw_difference, updated_at };
    await app.ok(roundChanges.change, { body }, agent);
    expect(await shown(id)).toMatchObject({ total: '309.00', paid: '309.00' });
    await daysLater();
    expect(await shown(id)).toMatchObject({ total: '309.00', paid: '412.00', refunded: '0.00' });
    expect(await options(id)).toMatchObject({ transaction_total: 41_200 });
    await cancel({ id, refund: true, refund_amount: 10_300 });
    expect(await shown(id)).toMatchObject({ total: '309.00', paid: '309.00', refunded: '103.00' });
    const { cardPaidCents, cardRefundedCents } = await findTenderTotals(app.db, id);
    expect({ cardPaidCents, cardRefundedCents }).toEqual({
      cardPaidCents: 41_200,
      cardRefundedCents: 10_300,
    });
  });
});

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
async function refundsOf(month: number, year = 2026): Promise<unknown[][]> {
  const report = await app.ok(reportTables.sales_report, { query: { month, year } }, admin);
  const sheet = reportSheet(report, report.sheets[0]?.name ?? '');
  const refunds = sheetColumn(sheet, 'Refunds');
  return sheetColumn(sheet, 'Day')
    .map((day, at) => [day, refunds[at]])
    .filter(([, cents]) => cents !== 0);
}

/** Moves the refund of a tee time to a business day that is closed now; only a test may change the ledger. */
async function refundedOn(tee_time_id: number, day: string): Promise<void> {
  const at = `${day}T20:00:00Z`;
  for (const table of ['ledger_transactions', 'ledger_entries'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(app.db);
  await sql`update ledger_entries set created_at = ${at} where tee_time_id = ${tee_time_id} and ledger_transaction_id in (
    select id from ledger_transactions where kind = 'refund')`.execute(app.db);
  await sql`update ledger_transactions set created_at = ${at} where tee_time_id = ${tee_time_id} and kind = 'refund'`.execute(
    app.db,
  );
  for (const table of ['ledger_transactions', 'ledger_entries'])
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(app.db);
}

const soldToday = async () =>
  (await app.ok(certificateSummaries.show, { params: { isMonthly: 'false', date: today } }, admin)).sold;

test('a gift certificate whose refund failed is what it was before, and may be refunded again', async () => {
  const { id, serial } = await sellGiftCertificate(app, agent, { credit_card });
  const before = await certificateState(app, id);
  expect(await sendCertificateRefund(app, id, agent)).toMatchObject({ status: 200 });
  expect(await certificateState(app, id)).toMatchObject({ isRefunded: true, raw_balance: 0 });
  const sold = await soldToday();
  await daysLater();
  expect(await soldToday()).toBe(sold + 1);
  expect(await certificateState(app, id)).toMatchObject({
    raw_value: before.raw_value,
    raw_price: before.raw_price,
    raw_balance: before.raw_balance,
    isRefunded: false,
  });
  expect((await told())[0]?.message).toContain(
    `Gift certificate ${serial} is open again with its whole value.`,
  );
  expect(await sendCertificateRefund(app, id, agent, randomUUID())).toMatchObject({ status: 200 });
  expect(await certificateState(app, id)).toMatchObject({ isRefunded: true, raw_balance: 0 });
});

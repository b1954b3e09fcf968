import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCard, bookTeeTime } from '../../../test/support/bookings.ts';
import { aCertificate, aRentalClub, aCourse, aDiscount } from '../../../test/support/factories.ts';
import { workedTable } from '../../../test/support/worked-table.ts';
import { parseMoney } from '../../contract/money.ts';
import { checkSettledRefunds } from '../reconciling/failed-refunds/failed-refunds.job.ts';
import { roundChanges } from '../tee-times/repricing/round-changes.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';

const ACCOUNTS = ['tee_time', 'discount', 'gift_certificate', 'card', 'on_account'] as const;
const app = testApp();
let agent: HeaderFields;
/** The expected sums in the ledger, by the row of docs/algorithms/payments.md that states them. */
const entered = new Map<string, Record<string, number>>();

/** Returns the sums of a tee time's newest ledger transaction, by account. */
async function newest(tee_time_id: number): Promise<Record<string, number>> {
  const { id } = await app.db
    .selectFrom('ledger_transactions')
    .select('id')
    .where('tee_time_id', '=', tee_time_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const entries = await app.db
    .selectFrom('ledger_entries')
    .select(['account', 'raw_amount'])
    .where('ledger_transaction_id', '=', id)
    .execute();
  return Object.fromEntries(entries.map(({ account, raw_amount }) => [account, raw_amount]));
}

beforeAll(async () => {
  agent = await app.signedIn('agent');
  const course = (await aCourse(app.db, { internal_only: true })).id;
  const club = await aRentalClub(app.db, course, { raw_charge: 3_250 });
  const discount = await aDiscount(app.db, { raw_amount: 5_000, gift_certificate_stack: true });
  const round = async (card: object) => {
    const { serial } = await aCertificate(app.db);
    return bookTeeTime(app, agent, {
      course,
      rental_clubs: [{ id: club.id, quantity: 2 }],
      discount_code: discount.code,
      gift_cert_serial: serial,
      ...card,
    });
  };
  const onCard = await round({ credit_card: aCard('refund_fails_later') });
  entered.set(
    'booked: charge 412.00, clubs 65.00, discount 50.00, certificate 100.00, card',
    await newest(onCard.id),
  );
  const unpaid = await round({});
  entered.set('the same without a card', await newest(unpaid.id));
  const refund = { id: onCard.id, cancel: false, refund: true, refund_amount: 40_000 };
  await app.ok(teeTimes.cancel, { body: refund }, agent);
  entered.set('400.00 refunded', await newest(onCard.id));
  await app.ok(
    teeTimes.cancel,
    { body: { id: unpaid.id, cancel: true, force_cancel: true, refund: false } },
    agent,
  );
  entered.set('the unpaid one canceled', await newest(unpaid.id));
  const change = async (id: number, [from, to]: [number, number], card = {}) => {
    const round = { players: to, play_date: '2030-06-01', play_time: '07:42', course: { id: course } };
    const by = { difference: 'settle', shown_difference: (to - from) * 10_300, ...card } as const;
    await app.ok(roundChanges.change, { body: { id, ...round, terms: 'frozen', ...by } }, agent);
    return newest(id);
  };
  const plain = await bookTeeTime(app, agent, { course, credit_card: aCard() });
  entered.set('changed, 103.00 more by card', await change(plain.id, [4, 5], { credit_card: aCard() }));
  entered.set('changed, 103.00 less back to it', await change(plain.id, [5, 4]));
  const owed = await bookTeeTime(app, agent, { course });
  entered.set('changed, 103.00 less on account', await change(owed.id, [4, 3]));
  app.advanceGatewayClock(3 * 86_400_000);
  await app.db
    .updateTable('payment_attempts')
    .set({ settled_at: sql<string>`settled_at - interval '3 days'` })
    .where('kind', '=', 'refund')
    .execute();
  await checkSettledRefunds(app.context);
  entered.set('the 327.00 to the card failed later', await newest(onCard.id));
});

const rows = workedTable('payments', 'The ledger').map((row) => [row.title, row] as const);

test('every row of the worked table is made here', () => {
  expect(rows.map(([title]) => title)).toEqual([...entered.keys()]);
});

test.each(rows)('%s', (title, row) => {
  const cents = ACCOUNTS.map((account) => [
    account,
    parseMoney(row.cell(account).replace('+', ''), { negative: true }),
  ]);
  expect(entered.get(title)).toEqual(Object.fromEntries(cents.filter(([, amount]) => amount !== null)));
});

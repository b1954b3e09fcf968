import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCertificate } from '../../../../test/support/factories.ts';
import {
  aCertificateSaleBody,
  certificateState,
  sendCertificateRefund,
  sellGiftCertificate,
  sendCertificateSale,
  setCertificateDiscount,
} from '../../../../test/support/selling.ts';
import { workedTable } from '../../../../test/support/worked-table.ts';
import { parseMoney } from '../../../contract/money.ts';
import { LEAST_CARD_CHARGE } from '../../payments/refused/least-charge.rules.ts';
import { giftCertificates } from '../gift-certificates.contract.ts';
import { certificateSummaries } from '../summary/summary.contract.ts';

const ACCOUNTS = ['card', 'certificate_sale', 'discount', 'gift_certificate', 'adjustment'] as const;
const app = testApp();
let admin: HeaderFields;
/** The expected sums in the ledger, by the row of docs/algorithms/payments.md that states them. */
const entered = new Map<string, Record<string, number>>();

/** Returns the sums of a gift certificate's newest ledger transaction, by account. */
async function newest(id: number): Promise<Record<string, number>> {
  const { id: transaction } = await app.db
    .selectFrom('ledger_transactions')
    .select('id')
    .where('gift_certificate_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const entries = await app.db
    .selectFrom('ledger_entries')
    .select(['account', 'raw_amount'])
    .where('ledger_transaction_id', '=', transaction)
    .execute();
  return Object.fromEntries(entries.map(({ account, raw_amount }) => [account, raw_amount]));
}
const update = (id: number, gift_certificate: object) =>
  app.ok(giftCertificates.update, { body: { id, gift_certificate } }, admin);

beforeAll(async () => {
  admin = await app.signedIn('admin');
  await setCertificateDiscount(app, 1_000);
  const first = await sellGiftCertificate(app, admin, { value: '150' });
  entered.set('sold here: worth 150.00, 10 % off', await newest(first.id));
  await sendCertificateRefund(app, first.id, admin);
  entered.set('the first one refunded, unspent', await newest(first.id));
  await setCertificateDiscount(app, 10_000);
  const free = await sellGiftCertificate(app, admin, { value: '75', credit_card: null });
  entered.set('sold here for nothing: worth 75.00', await newest(free.id));
  const { id } = await aCertificate(app.db, { raw_value: 10_000 });
  entered.set('sold elsewhere for 100.00', await newest(id));
  await update(id, { transaction_item: { total: '150.00' }, balance: '150.00' });
  entered.set('sale total corrected by 50.00', await newest(id));
  await update(id, { balance: '165.00' });
  entered.set('balance adjusted by 15.00', await newest(id));
});

test.each(workedTable('payments', 'Of certificates'))('$title', ({ title, cell }) => {
  const told = ACCOUNTS.map((account) => [
    account,
    cell(account) === '' ? 0 : parseMoney(cell(account).replace('+', ''), { negative: true }),
  ]);
  const found = entered.get(title) ?? {};
  expect(ACCOUNTS.map((account) => [account, found[account] ?? 0])).toEqual(told);
});

type SoldCertificate = { value: number; price: number; isRefunded: boolean };
const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

test('whatever is sold and refunded, value, price and the summary card are what the ledger says', async () => {
  const all: SoldCertificate[] = [];
  const summary = () => {
    const params = { isMonthly: 'false' as const, date: TODAY.format(new Date()) };
    return app.ok(certificateSummaries.show, { params }, admin);
  };
  const before = await summary();
  const anySale = fc.record({
    cents: fc.integer({ min: 1, max: 99_999_999 }),
    discount: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 10_000)),
    isRefunded: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(anySale, async ({ cents, discount, isRefunded }) => {
      await setCertificateDiscount(app, discount);
      const price = cents - Math.floor((2 * cents * discount + 10_000) / 20_000);
      const value = (cents / 100).toFixed(2);
      if (price > 0 && price < LEAST_CARD_CHARGE) {
        expect((await sendCertificateSale(app, aCertificateSaleBody({ value }), admin)).status).toBe(422);
        return;
      }
      const { id, raw_price } = await sellGiftCertificate(app, admin, { value });
      expect(raw_price).toBe(price);
      if (isRefunded) expect((await sendCertificateRefund(app, id, admin)).status).toBe(200);
      const { ledger, attempts, ...worth } = await certificateState(app, id);
      const left = isRefunded ? 0 : cents;
      expect(worth).toEqual({
        raw_value: cents,
        raw_price: isRefunded ? 0 : raw_price,
        raw_balance: left,
        isRefunded,
      });
      expect(attempts).toHaveLength(raw_price === 0 ? 0 : isRefunded ? 2 : 1);
      const sum = (account: string) =>
        ledger.reduce(
          (all, line) => all + (line.includes(`: ${account} `) ? Number(line.split(' ')[2]) : 0),
          0,
        );
      expect([sum('card'), 0 - sum('gift_certificate')]).toEqual([isRefunded ? 0 : raw_price, left]);
      all.push({ value: cents, price: raw_price, isRefunded });
    }),
    { numRuns: 25 },
  );
  const kept = all.filter(({ isRefunded }) => !isRefunded);
  expect(await summary()).toMatchObject({
    sold: before.sold + kept.length,
    revenue: before.revenue + kept.reduce((sum, { price }) => sum + price, 0),
  });
});

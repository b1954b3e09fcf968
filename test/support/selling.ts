import { certificateSales, SaleAnswer } from '../../src/areas/gift-certificates/selling/selling.contract.ts';
import type { Behaviour } from '../../src/integrations/payment/test-cards.ts';
import type { Answered, Headers, TestApp } from './app.ts';
import { aCard } from './bookings.ts';
import { attemptsForCertificate } from './attempts-for.ts';

type Part = Record<string, unknown>;
type Given = { customer?: Part; recipient?: Part } & Part;
let sold = 0;

/** Returns the body of a sale of a $100.00 gift certificate by e-mail, each to new people; paid by card by default. */
export function aSale({ customer, recipient, ...rest }: Given = {}) {
  sold += 1;
  return {
    gift_certificate: {
      customer: {
        first_name: 'Pat',
        last_name: `Doe${sold}`,
        email: `pat${sold}@buyer.example`,
        ...customer,
      },
      recipient: {
        first_name: 'Sam',
        last_name: `Poe${sold}`,
        email: `sam${sold}@gift.example`,
        ...recipient,
      },
      value: '100.00',
      credit_card: aCard(),
      ...rest,
    },
  };
}

const keyed = (headers: Headers, key?: string): Headers => ({
  ...headers,
  ...(key !== undefined && { 'idempotency-key': key }),
});

/** Sends a sale of a gift certificate, with an idempotency key if one is given. */
export const sendSale = (app: TestApp, body: unknown, headers: Headers, key?: string): Promise<Answered> =>
  app.call(certificateSales.sell, { body }, keyed(headers, key));

/** Sells a gift certificate and returns it; throws if it was not sold at once. */
export async function sell(
  app: TestApp,
  headers: Headers,
  given: Given = {},
): Promise<SaleAnswer['gift_certificate']> {
  const { status, body } = await sendSale(app, aSale(given), headers);
  if (status !== 200) throw new Error(`not sold: ${status} ${JSON.stringify(body)}`);
  return SaleAnswer.parse(body).gift_certificate;
}

/** Sends a sale of a gift certificate, paid with a card that the built-in gateway treats in the given way. */
export const sellWith = (app: TestApp, headers: Headers, behaviour: Behaviour, given: Given = {}) =>
  sell(app, headers, { ...given, credit_card: aCard(behaviour) });

export const refund = (app: TestApp, id: number, headers: Headers, key?: string): Promise<Answered> =>
  app.call(certificateSales.refund, { body: { id } }, keyed(headers, key));

/** Sets the discount for buyers of gift certificates, in hundredths of a percent. */
export const setDiscount = async (app: TestApp, raw_discount: number): Promise<void> => {
  await app.db.updateTable('gift_certificate_sale_configurations').set({ raw_discount }).execute();
};

/** Returns the stored state of a gift certificate, with its ledger entries in words and its payment attempts. */
export async function certificateStanding(app: TestApp, id: number) {
  const { raw_value, raw_price, raw_balance, refunded_at } = await app.db
    .selectFrom('gift_certificates')
    .select(['raw_value', 'raw_price', 'raw_balance', 'refunded_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const entries = await app.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.ledger_transaction_id')
    .select(['t.kind', 'e.account', 'e.raw_amount'])
    .where('t.gift_certificate_id', '=', id)
    .orderBy('e.id')
    .execute();
  const attempts = await app.db
    .selectFrom('payment_attempts')
    .select(['kind', 'state', 'raw_amount'])
    .where('id', 'in', attemptsForCertificate(app.db, id))
    .orderBy('created_at')
    .execute();
  return {
    raw_value,
    raw_price,
    raw_balance,
    isRefunded: refunded_at !== null,
    ledger: entries.map(({ kind, account, raw_amount }) => `${kind}: ${account} ${raw_amount}`),
    attempts: attempts.map(({ kind, state, raw_amount }) => `${kind} ${state} ${raw_amount}`),
  };
}

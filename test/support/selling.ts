import {
  certificateSales,
  CertificateSaleAnswer,
} from '../../src/areas/gift-certificates/selling/selling.contract.ts';
import type { TestCardBehavior } from '../../src/integrations/payment/test-cards.ts';
import type { ReceivedAnswer, HeaderFields, TestApp } from './app.ts';
import { aCard } from './bookings.ts';
import { attemptsForCertificate } from './attempts-for.ts';

type Part = Record<string, unknown>;
type Given = { customer?: Part; recipient?: Part } & Part;
let sold = 0;

/** Returns the body of a sale of a $100.00 gift certificate by e-mail, each to new people; paid by card by default. */
export function aCertificateSaleBody({ customer, recipient, ...rest }: Given = {}) {
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

const keyed = (headers: HeaderFields, key?: string): HeaderFields => ({
  ...headers,
  ...(key !== undefined && { 'idempotency-key': key }),
});

/** Sends a sale of a gift certificate, with an idempotency key if one is given. */
export const sendCertificateSale = (
  app: TestApp,
  body: unknown,
  headers: HeaderFields,
  key?: string,
): Promise<ReceivedAnswer> => app.call(certificateSales.sell, { body }, keyed(headers, key));

/** Sells a gift certificate and returns it; throws if it was not sold at once. */
export async function sellGiftCertificate(
  app: TestApp,
  headers: HeaderFields,
  given: Given = {},
): Promise<CertificateSaleAnswer['gift_certificate']> {
  const { status, body } = await sendCertificateSale(app, aCertificateSaleBody(given), headers);
  if (status !== 200) throw new Error(`not sold: ${status} ${JSON.stringify(body)}`);
  return CertificateSaleAnswer.parse(body).gift_certificate;
}

/** Sends a sale of a gift certificate, paid with a card that the built-in gateway treats in the given way. */
export const sellCertificateByCard = (
  app: TestApp,
  headers: HeaderFields,
  behaviour: TestCardBehavior,
  given: Given = {},
) => sellGiftCertificate(app, headers, { ...given, credit_card: aCard(behaviour) });

export const sendCertificateRefund = (
  app: TestApp,
  id: number,
  headers: HeaderFields,
  key?: string,
): Promise<ReceivedAnswer> => app.call(certificateSales.refund, { body: { id } }, keyed(headers, key));

/** Sets the discount for buyers of gift certificates, in hundredths of a percent. */
export const setCertificateDiscount = async (app: TestApp, raw_discount: number): Promise<void> => {
  await app.db.updateTable('gift_certificate_sale_configurations').set({ raw_discount }).execute();
};

/** Returns the stored state of a gift certificate, with its ledger entries in words and its payment attempts. */
export async function certificateState(app: TestApp, id: number) {
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

import fc from 'fast-check';
import { expect } from 'vitest';
import { giftCertificates } from '../../../src/areas/gift-certificates/gift-certificates.contract.ts';
import {
  certificateSales,
  CertificateRefundAnswer,
  CertificateSaleAnswer,
} from '../../../src/areas/gift-certificates/selling/selling.contract.ts';
import type { ReceivedAnswer } from '../../support/app.ts';
import { aCard, pendingOperationId } from '../../support/bookings.ts';
import { aCertificateSaleBody } from '../../support/selling.ts';
import {
  roundHalfUp,
  heldOnCertificate,
  isBelowCardMinimum,
  pickNewestByNumber,
  type ModelBooks,
  type ModelCard,
  type Certificate,
} from './books.ts';
import { cardArbitrary, amountAsText, headersWithKey } from './cards.ts';
import type { RealApp } from './real-app.ts';

// Selling gift certificates ---------------------------------------------------------------------------------

export const saleArbitrary = fc.record({
  value: fc.oneof(fc.integer({ min: 1, max: 600_00 }), fc.constantFrom(50_00, 100_00)),
  /** The discount on the sale in hundredths of a percent. */
  discount: fc.constantFrom(0, 0, 10_00, 12_50, 33_33, 100_00),
  card: cardArbitrary,
  /** The difference in cents between the price that the screen showed and the real one. */
  shownOff: fc.nat({ max: 9 }).map((drawn) => (drawn === 0 ? 1 : 0)),
});
type SaleAsked = typeof saleArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** The sales at the start of each run, so that there are gift certificates to spend and refund from the first step on. */
export const FIRST_SALES = (['refund_timeout_after', 'refund_declined', 'approved'] as const).map(
  (card): SaleAsked => ({ value: 120_00, discount: 12_50, card, shownOff: 0 }),
);

/** Sells a gift certificate to a new customer. */
export async function sellModelCertificate(
  model: ModelBooks,
  real: RealApp,
  asked: SaleAsked,
): Promise<void> {
  const { value, discount, shownOff } = asked;
  const saleConfiguration = { discount: discount / 100 };
  await real.app.ok(giftCertificates.updateSales, { body: { saleConfiguration } }, real.admin);
  const price = value - roundHalfUp(value, discount, 100_00);
  const body = aCertificateSaleBody({
    value: amountAsText(value),
    credit_card: asked.card && aCard(asked.card),
    shown_price: price + shownOff,
  });
  const headers = headersWithKey(real);
  const send = () => real.app.call(certificateSales.sell, { body }, headers);
  const answered = await send();
  const card = price > 0 ? asked.card : null;
  const isClaimed = shownOff === 0 && !isBelowCardMinimum(price) && (price === 0 || card !== null);
  if (!isClaimed || card === 'declined') expect(answered.status).toBe(422);
  else recordSale(model, answered, { value, price, card });
  if (isClaimed && answered.status !== 202) real.kept.push({ send, answered });
  const { email } = body.gift_certificate.customer;
  expect(await certificatesOf(real, email)).toBe(answered.status === 200 ? 1 : 0);
}

type Paid = { value: number; price: number; card: ModelCard | null };

function recordSale(model: ModelBooks, answered: ReceivedAnswer, { value, price, card }: Paid): void {
  const certificate: Certificate = {
    id: 0,
    serial: '',
    value,
    balance: value,
    price,
    adjusted: 0,
    isClosed: false,
    open: null,
    charge: card && { card, left: price },
    gateway: { charged: price, refunded: 0 },
  };
  const settle = (answer: unknown): void => {
    const { id, serial, ...sold } = CertificateSaleAnswer.parse(answer).gift_certificate;
    expect(sold).toEqual({ raw_value: value, raw_price: price });
    model.sales = model.sales.filter((one) => one !== certificate);
    model.certificates.push(Object.assign(certificate, { id, serial }));
  };
  const isUnknown = card === 'timeout_after';
  expect(answered.status).toBe(isUnknown ? 202 : 200);
  if (!isUnknown) return settle(answered.body);
  certificate.open = { operation: pendingOperationId(answered), settle };
  model.sales.push(certificate);
}

async function certificatesOf({ app }: RealApp, email: string): Promise<number> {
  const found = app.db
    .selectFrom('gift_certificates as g')
    .innerJoin('customers as c', 'c.id', 'g.customer_id')
    .select('g.id')
    .where('c.email', '=', email);
  return (await found.execute()).length;
}

// Refunding gift certificates -------------------------------------------------------------------------------

/** Only an unspent, unchanged gift certificate may be refunded, to the card that paid for it. */
const isUntouched = (model: ModelBooks, certificate: Certificate): boolean => {
  const { isClosed, open, value, balance, price, charge, adjusted } = certificate;
  if (isClosed || open || heldOnCertificate(model, certificate) > 0) return false;
  return adjusted === 0 && balance >= value && price === (charge?.left ?? 0);
};

export const closingArbitrary = fc.nat({ max: 3 });

/** Refunds a gift certificate, which closes it. */
export async function closeCertificate(model: ModelBooks, real: RealApp, which: number): Promise<void> {
  const certificate = pickNewestByNumber(model.certificates, which);
  if (!certificate) return;
  const headers = headersWithKey(real);
  const send = () => real.app.call(certificateSales.refund, { body: { id: certificate.id } }, headers);
  const answered = await send();
  if (!isUntouched(model, certificate)) {
    expect(answered.status).toBe(422);
    return;
  }
  const { price, charge, gateway } = certificate;
  const isRefused = charge?.card === 'refund_declined';
  if (!isRefused) gateway.refunded += price;
  const settle = (): void => {
    Object.assign(certificate, { balance: 0, price: 0, charge: null, isClosed: true });
  };
  if (charge?.card === 'refund_timeout_after') {
    expect(answered.status).toBe(202);
    certificate.open = { operation: pendingOperationId(answered), settle };
    return;
  }
  real.kept.push({ send, answered });
  expect(answered.status).toBe(isRefused ? 422 : 200);
  if (isRefused) return;
  expect(CertificateRefundAnswer.parse(answered.body)).toMatchObject({ id: certificate.id, raw_back: price });
  settle();
}

// Adjusting the balance of gift certificates ----------------------------------------------------------------

export const adjustmentArbitrary = fc.record({
  certificate: fc.nat({ max: 4 }),
  balance: fc.oneof(fc.nat({ max: 20_00 }), fc.nat({ max: 600_00 })),
  value: fc.option(fc.nat({ max: 600_00 })),
  isAdmin: fc.nat({ max: 4 }).map((drawn) => drawn > 0),
});
type AdjustAsked = typeof adjustmentArbitrary extends fc.Arbitrary<infer T> ? T : never;

export async function adjustModelCertificate(
  model: ModelBooks,
  real: RealApp,
  asked: AdjustAsked,
): Promise<void> {
  const certificate = pickNewestByNumber(model.certificates, asked.certificate);
  if (!certificate) return;
  const { balance } = asked;
  const value = asked.value ?? certificate.value;
  const form = { balance: amountAsText(balance), transaction_item: { total: amountAsText(value) } };
  const { status } = await real.app.call(
    giftCertificates.update,
    { body: { id: certificate.id, gift_certificate: form } },
    asked.isAdmin ? real.admin : real.agent,
  );
  const isChange = balance !== certificate.balance || value !== certificate.value;
  // The amount paid for a gift certificate cannot become negative.
  const price = certificate.price + value - certificate.value;
  const mayChange = asked.isAdmin && !certificate.isClosed && !certificate.open && price >= 0;
  const isRefused = (isChange && !mayChange) || balance < heldOnCertificate(model, certificate);
  expect(status).toBe(isRefused ? 422 : 200);
  if (isRefused) return;
  const adjusted = certificate.adjusted + balance - certificate.balance - (value - certificate.value);
  Object.assign(certificate, { balance, value, price, adjusted });
}

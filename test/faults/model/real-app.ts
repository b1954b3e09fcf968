import { expect } from 'vitest';
import { giftCertificates } from '../../../src/areas/gift-certificates/gift-certificates.contract.ts';
import { findTenderTotals } from '../../../src/areas/payments/ledger.queries.ts';
import { teeTimes } from '../../../src/areas/tee-times/tee-times.contract.ts';
import type { ReceivedAnswer, HeaderFields, TestApp } from '../../support/app.ts';
import { aCertificate, aRentalClub, aCourse, aDiscount, aRate } from '../../support/factories.ts';
import {
  fullRefund,
  heldOnCertificate,
  standardRefund,
  type ModelBooks,
  type Discount,
  type GatewayAmounts,
  type ModelPlayTime,
  type CancellationTerms,
} from './books.ts';
import { amountAsText } from './cards.ts';

/** The test's current time: one in the afternoon of May 30th in San Diego. */
export const MODEL_NOW = '2030-05-30T20:00:00Z';
/** Three play times: one that has begun, one inside every cancellation window, and one outside of all of them. */
export const PLAY_TIMES: ModelPlayTime[] = [
  { on: '2030-05-30', at: '06:00', hoursAway: -7 },
  { on: '2030-05-31', at: '13:00', hoursAway: 24 },
  { on: '2030-06-20', at: '13:00', hoursAway: 504 },
];
export const MODEL_YESTERDAY = '2030-05-29';

export type Course = { id: number; terms: CancellationTerms; clubs: { id: number; charge: number }[] };
/** A request with its answer, which must be the same when the request is sent again. */
export type RepeatableRequest = { send: () => Promise<ReceivedAnswer>; answered: ReceivedAnswer };

export type RealApp = {
  app: TestApp;
  agent: HeaderFields;
  admin: HeaderFields;
  courses: Course[];
  discounts: Discount[];
  kept: RepeatableRequest[];
  /** The charged and refunded amounts in the gateway's records before the run. */
  before: { charged: number; refunded: number };
};

const movedAt = (app: TestApp, kind: 'charge' | 'refund'): number =>
  app
    .gatewayBook()
    .filter((line) => line.kind === kind && line.state === 'succeeded')
    .reduce((sum, line) => sum + line.raw_amount, 0);

async function aCourseWith(app: TestApp, terms: CancellationTerms): Promise<Course> {
  const { id } = await aCourse(app.db);
  await aRate(app.db, id, {
    raw_non_refundable: terms.kept,
    raw_max_refund: terms.most,
    cancel_hours: terms.hours,
    raw_wholesale_rate: terms.owed,
  });
  const clubs = await Promise.all(
    [50_00, 17_35].map(async (charge) => ({
      ...(await aRentalClub(app.db, id, { raw_charge: charge })),
      charge,
    })),
  );
  return { id, terms, clubs };
}

async function aDiscountOf(app: TestApp, terms: Omit<Discount, 'code'>): Promise<Discount> {
  const { code } = await aDiscount(app.db, {
    is_dollars: terms.dollars > 0,
    raw_amount: terms.dollars > 0 ? terms.dollars : terms.tenths * 10,
    raw_min_discount: terms.least,
    raw_max_discount: terms.most,
    gift_certificate_stack: terms.stacks,
  });
  return { ...terms, code };
}

/** Creates separate courses, discounts and gift certificates, so that runs do not affect each other. */
export async function openModelApp(app: TestApp): Promise<{ model: ModelBooks; real: RealApp }> {
  const certificates = await Promise.all(
    [30_00, 100_00, 500_00].map(async (value) => ({
      ...(await aCertificate(app.db, { raw_value: value })),
      value,
      balance: value,
      price: value,
      charge: null,
      adjusted: 0,
      isClosed: false,
      gateway: { charged: 0, refunded: 0 },
      open: null,
    })),
  );
  const real: RealApp = {
    app,
    agent: await app.signedIn('agent'),
    admin: await app.signedIn('admin'),
    courses: [
      await aCourseWith(app, { kept: 10_00, most: 75_00, hours: 48, owed: 60_00 }),
      await aCourseWith(app, { kept: 0, most: 0, hours: 0, owed: 42_55 }),
    ],
    discounts: [
      await aDiscountOf(app, { dollars: 25_00, tenths: 0, least: 0, most: 0, stacks: true }),
      await aDiscountOf(app, { dollars: 0, tenths: 125, least: 5_00, most: 40_00, stacks: true }),
      await aDiscountOf(app, { dollars: 0, tenths: 333, least: 0, most: 0, stacks: false }),
    ],
    kept: [],
    before: { charged: movedAt(app, 'charge'), refunded: movedAt(app, 'refund') },
  };
  return { model: { teeTimes: [], certificates, sales: [] }, real };
}

/** Expects that every balance, every tee time, the ledger and the gateway's own records equal the model. */
export async function expectAgreement(model: ModelBooks, { app, agent, before }: RealApp): Promise<void> {
  await app.expectSoundBooks();
  for (const certificate of model.certificates) {
    const shown = await app.ok(giftCertificates.show, { params: { id: certificate.id } }, agent);
    expect(shown).toMatchObject({
      balance: amountAsText(certificate.balance),
      held: amountAsText(heldOnCertificate(model, certificate)),
      transaction_item: { total: amountAsText(certificate.value) },
      raw_price: certificate.price,
      refunded_at: certificate.isClosed ? expect.any(String) : null,
    });
  }
  for (const teeTime of model.teeTimes) {
    const { id, captured, refunded } = teeTime;
    const isPlayed = teeTime.status === 'booked' && teeTime.round.hoursAway <= 0;
    const isOpen = (teeTime.status === 'booked' || teeTime.status === 'canceled') && teeTime.open === null;
    expect(await app.ok(teeTimes.show, { params: { id } }, agent)).toMatchObject({
      status: isPlayed ? 'played' : teeTime.status,
      is_canceled: teeTime.status === 'canceled',
      charge: amountAsText(teeTime.charge),
      rental_amount: amountAsText(teeTime.rental),
      discount_amount: amountAsText(teeTime.discount),
      gift_certificate_amount: amountAsText(teeTime.certificate),
      total: amountAsText(teeTime.total),
      paid: amountAsText(captured.card - refunded.card),
      cost: amountAsText(teeTime.cost),
      players: teeTime.players,
      notes: teeTime.notes,
      play_date: teeTime.round.on,
    });
    expect(await app.ok(teeTimes.cancelOptions, { params: { id } }, agent)).toMatchObject({
      valid: isOpen && (teeTime.status === 'booked' || fullRefund(teeTime) > 0),
      refund_total: standardRefund(teeTime),
      transaction_total: fullRefund(teeTime),
      is_canceled: teeTime.status === 'canceled',
    });
    expect(await findTenderTotals(app.db, id)).toMatchObject({
      cardPaidCents: captured.card,
      cardRefundedCents: refunded.card,
      certificatePaidCents: captured.certificate,
      certificateRefundedCents: refunded.certificate,
      onAccountCents: teeTime.status === 'canceled' ? 0 : teeTime.owed,
    });
  }
  expect(movedAt(app, 'charge') - before.charged).toBe(chargedIn(model));
  expect(movedAt(app, 'refund') - before.refunded).toBe(refundedIn(model));
}

const movedIn =
  (kind: keyof GatewayAmounts) =>
  ({ teeTimes: rounds, certificates, sales }: ModelBooks): number =>
    [...rounds, ...certificates, ...sales].reduce((sum, { gateway }) => sum + gateway[kind], 0);
const chargedIn = movedIn('charged');
const refundedIn = movedIn('refunded');

import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { Booked, booking } from '../../../src/areas/booking/booking.contract.ts';
import { operations } from '../../../src/areas/operations/operations.contract.ts';
import { reconcileOnce } from '../../support/reconcile.ts';
import { CancellationResult, teeTimes } from '../../../src/areas/tee-times/tee-times.contract.ts';
import type { Answered } from '../../support/app.ts';
import { aBooking, aCard, operationOf } from '../../support/bookings.ts';
import { uniqueText } from '../../support/unique-text.ts';
import {
  allowedRefund,
  confirm,
  edited,
  fullRefund,
  giveBack,
  isTooSmall,
  pick,
  pickNewest,
  priced,
  spread,
  type Books,
  type Card,
  type Certificate,
  type Discount,
  type TeeTime,
  type Wish,
} from './books.ts';
import { someCard, text, withKey } from './cards.ts';
import { adjust, adjustments, close, closings, sales, sell } from './certificates.ts';
import { changeRound, changes } from './changes.ts';
import { expectAgreement, ROUNDS, YESTERDAY, type RealApp, type RepeatableRequest } from './real-app.ts';

export type AppCommand = fc.AsyncCommand<Books, RealApp>;

/** Makes a step of a random run: the step is done in the application and the model, which must agree afterwards. */
const step = (
  name: string,
  asked: object,
  act: (model: Books, real: RealApp) => Promise<void>,
): AppCommand => ({
  check: () => true,
  run: async (model, real) => {
    await act(model, real);
    await expectAgreement(model, real);
  },
  toString: () => `${name} ${JSON.stringify(asked)}`,
});

// Booking tee times -----------------------------------------------------------------------------------------

const oneOf = (count: number, freq: number) => fc.option(fc.nat({ max: count - 1 }), { freq });
const bookings = fc.record({
  course: fc.nat({ max: 1 }),
  charge: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 600_00 }),
    fc.integer({ min: 300_00, max: 600_00 }),
  ),
  players: fc.integer({ min: 1, max: 6 }),
  clubs: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 })),
  discount: oneOf(3, 1),
  certificate: fc.option(fc.nat({ max: 4 }), { freq: 2 }),
  card: someCard,
  round: fc.nat({ max: ROUNDS.length - 1 }),
  isKept: fc.nat({ max: 5 }).map((drawn) => drawn === 0),
});
type BookingAsked = typeof bookings extends fc.Arbitrary<infer T> ? T : never;

async function book(model: Books, real: RealApp, asked: BookingAsked): Promise<void> {
  const course = real.courses[asked.course]!;
  const round = ROUNDS[asked.round]!;
  const discount = real.discounts[asked.discount ?? Infinity] ?? null;
  const certificate =
    asked.certificate === null ? null : (pickNewest(model.certificates, asked.certificate) ?? null);
  const rental = asked.clubs.reduce((sum, quantity, at) => sum + quantity * course.clubs[at]!.charge, 0);
  const price = priced(model, { charge: asked.charge, rental, discount, certificate });
  const confirmation = `M-${uniqueText()}-${asked.isKept ? 'R' : 'Z'}`;
  const body = aBooking({
    course: course.id,
    ...paidBy(discount, certificate, asked.card),
    rental_clubs: course.clubs.map(({ id }, at) => ({ id, quantity: asked.clubs[at] })),
    tee_time: {
      charge: text(asked.charge),
      players: asked.players,
      play_date: round.on,
      play_time: round.at,
      confirmation,
    },
  });
  const headers = withKey(real);
  const send = () => real.app.call(booking.book, { body }, headers);
  const answered = await send();
  const id = await idOf(real, confirmation);
  if (price === null || (asked.card && isTooSmall(price.total))) {
    expect([answered.status, id]).toEqual([422, undefined]);
    return;
  }
  const { players, isKept } = asked;
  const teeTime: TeeTime = {
    ...price,
    id: id!,
    status: 'pending',
    notes: '',
    open: null,
    isKept,
    round,
    terms: course.terms,
    card: price.total > 0 ? asked.card : null,
    paidWith: certificate,
    captured: { card: 0, certificate: 0 },
    refunded: { card: 0, certificate: 0 },
    players,
    playersBooked: players,
    cost: course.terms.owed * players,
    owed: 0,
    charges: [],
    gateway: { charged: 0, refunded: 0 },
    discountOf: discount,
  };
  model.teeTimes.push(teeTime);
  recordAnswer(real, teeTime, { send, answered });
}

const paidBy = (discount: Discount | null, certificate: Certificate | null, card: Card | null) => ({
  discount_code: discount?.code ?? '',
  gift_cert_serial: certificate?.serial ?? '',
  ...(card && { credit_card: aCard(card) }),
});

async function idOf({ app }: RealApp, confirmation: string): Promise<number | undefined> {
  const found = app.db.selectFrom('tee_times').select('id').where('confirmation', '=', confirmation);
  return (await found.executeTakeFirst())?.id;
}

/** Records in the model how the card's payment of a booking ended. */
function recordAnswer(real: RealApp, teeTime: TeeTime, kept: RepeatableRequest): void {
  const { answered } = kept;
  if (teeTime.card && teeTime.card !== 'declined') teeTime.gateway.charged = teeTime.total;
  if (teeTime.card === 'timeout_after') {
    expect(answered.status).toBe(202);
    teeTime.open = { operation: operationOf(answered), settle: () => confirm(teeTime) };
    return;
  }
  real.kept.push(kept);
  if (teeTime.card === 'declined') {
    expect(answered.status).toBe(422);
    teeTime.status = 'failed';
    return;
  }
  confirm(teeTime);
  expect(answered.status).toBe(200);
  const { id, charge, rental, discount, certificate, total } = teeTime;
  expect(Booked.parse(answered.body).tee_time).toMatchObject({
    id,
    totals: { charge, rental, discount, certificate, total },
  });
}

// Editing tee times -----------------------------------------------------------------------------------------
/** The index of a play time on the day before today. */
const PAST = ROUNDS.length;
const edits = fc.record(
  {
    teeTime: fc.nat(),
    players: fc.integer({ min: 1, max: 6 }),
    round: fc.constantFrom(0, 1, 2, 0, 1, 2, 0, 1, 2, PAST),
    notes: fc.constantFrom('', 'left-handed', 'two carts'),
    cheaper: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 50_00),
  },
  { requiredKeys: ['teeTime'] },
);
type EditAsked = typeof edits extends fc.Arbitrary<infer T> ? T : never;

async function edit(model: Books, real: RealApp, { teeTime: which, ...asked }: EditAsked): Promise<void> {
  const teeTime = pick(model.teeTimes, which);
  if (!teeTime) return;
  const { players = teeTime.players, notes = teeTime.notes, cheaper = 0 } = asked;
  const isPast = asked.round === PAST;
  const round = ROUNDS[asked.round ?? PAST] ?? teeTime.round;
  const total = Math.max(0, teeTime.total - cheaper);
  const form = {
    players,
    notes,
    play_date: isPast ? YESTERDAY : round.on,
    play_time: round.at,
    total: text(total),
    charge: text(teeTime.charge),
  };
  const body = { id: teeTime.id, tee_time: form };
  const { status } = await real.app.call(teeTimes.update, { body }, real.agent);
  const isOtherMoney = total !== teeTime.total;
  const isSaved = edited(teeTime, { players, notes, round, isPast, isOtherMoney });
  expect(status).toBe(isSaved ? 200 : 422);
}

// Canceling and refunding tee times -------------------------------------------------------------------------

const cancellations = fc.record({
  teeTime: fc.nat(),
  cancel: fc.boolean(),
  refund: fc.constantFrom('none' as const, 'standard' as const, 'full' as const, 'custom' as const),
  percent: fc.integer({ min: 0, max: 120 }),
});
type CancelAsked = typeof cancellations extends fc.Arbitrary<infer T> ? T : never;

async function cancel(model: Books, real: RealApp, asked: CancelAsked): Promise<void> {
  const teeTime = pick(model.teeTimes, asked.teeTime);
  if (!teeTime) return;
  const wish = wishOf(teeTime, asked);
  const { amount, ...ticks } = wish;
  const body = { id: teeTime.id, ...ticks, ...(amount !== null && { refund_amount: amount }) };
  const headers = withKey(real);
  const send = () => real.app.call(teeTimes.cancel, { body }, headers);
  const answered = await send();
  const back = allowedRefund(teeTime, wish);
  if (back === null) {
    expect([answered.status, CancellationResult.parse(answered.body).valid]).toEqual([200, false]);
    return;
  }
  const isKept = wish.cancel && teeTime.isKept;
  if (wish.cancel && !isKept) teeTime.status = 'canceled';
  const parts = isKept ? [] : spread(teeTime, back.card);
  // A refund that one bank declines does not hold back the refunds to other charges or to the gift certificate.
  const made = parts.filter(({ charge }) => charge.card !== 'refund_declined');
  for (const { cents } of made) teeTime.gateway.refunded += cents;
  const give = () => giveBack(teeTime, { made, certificate: back.certificate });
  if (made.some(({ charge }) => charge.card === 'refund_timeout_after')) {
    expect(answered.status).toBe(202);
    teeTime.open = { operation: operationOf(answered), settle: give };
    return;
  }
  real.kept.push({ send, answered });
  const isDone = !isKept && made.length === parts.length;
  expect([answered.status, CancellationResult.parse(answered.body).valid]).toEqual([200, isDone]);
  if (!isKept) give();
}

function wishOf(teeTime: TeeTime, { cancel: isCanceled, refund, percent }: CancelAsked): Wish {
  const full = fullRefund(teeTime);
  const amounts = { none: null, standard: null, full, custom: Math.floor((full * percent) / 100) };
  return { cancel: isCanceled, refund: refund !== 'none', amount: amounts[refund] };
}

// Sending requests again, and settling open operations ------------------------------------------------------

async function again(_model: Books, real: RealApp, which: number): Promise<void> {
  const kept = pick(real.kept, which);
  if (!kept) return;
  // Every error answer has its own request id, so the comparison ignores that id.
  const saidBy = ({ status, body }: Answered) => ({ status, body: { ...Object(body), request_id: null } });
  expect(saidBy(await kept.send())).toEqual(saidBy(kept.answered));
}

const PATIENCE = 20_000;

/** Runs the reconciler, which asks the gateway for the outcome of every open attempt. */
export async function settle(model: Books, { app, agent }: RealApp): Promise<void> {
  const until = Date.now() + PATIENCE;
  for (const one of [...model.teeTimes, ...model.certificates, ...model.sales]) {
    if (!one.open) continue;
    const { operation, settle: known } = one.open;
    const shown = () => app.ok(operations.show, { params: { id: operation } }, agent);
    let now = await shown();
    for (; now.state !== 'settled'; now = await shown()) {
      if (Date.now() > until) throw new Error(`operation ${operation} is still open`);
      await reconcileOnce(app.context);
      await pause(50);
    }
    one.open = null;
    known(now.answer);
  }
}

export const anyCommand: fc.Arbitrary<AppCommand>[] = [
  bookings.map((asked) => step('book', asked, (model, real) => book(model, real, asked))),
  bookings.map((asked) => step('book', asked, (model, real) => book(model, real, asked))),
  edits.map((asked) => step('edit', asked, (model, real) => edit(model, real, asked))),
  edits.map((asked) => step('edit', asked, (model, real) => edit(model, real, asked))),
  cancellations.map((asked) => step('cancel', asked, (model, real) => cancel(model, real, asked))),
  cancellations.map((asked) => step('cancel', asked, (model, real) => cancel(model, real, asked))),
  changes.map((asked) => step('change', asked, (model, real) => changeRound(model, real, asked))),
  changes.map((asked) => step('change', asked, (model, real) => changeRound(model, real, asked))),
  sales.map((asked) => step('sell', asked, (model, real) => sell(model, real, asked))),
  sales.map((asked) => step('sell', asked, (model, real) => sell(model, real, asked))),
  closings.map((which) => step('close', { which }, (model, real) => close(model, real, which))),
  closings.map((which) => step('close', { which }, (model, real) => close(model, real, which))),
  adjustments.map((asked) => step('adjust', asked, (model, real) => adjust(model, real, asked))),
  fc.nat().map((which) => step('again', { which }, (model, real) => again(model, real, which))),
  fc.constant(step('settle', {}, settle)),
];

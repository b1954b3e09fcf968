import fc from 'fast-check';
import { expect } from 'vitest';
import { BookingResult, booking } from '../../../src/areas/booking/booking.contract.ts';
import { CancellationResult, teeTimes } from '../../../src/areas/tee-times/tee-times.contract.ts';
import { aBookingBody, aCard, pendingOperationId } from '../../support/bookings.ts';
import { uniqueText } from '../../support/unique-text.ts';
import {
  allowedRefund,
  confirmModelBooking,
  applyEdit,
  fullRefund,
  applyRefund,
  isBelowCardMinimum,
  pickByNumber,
  pickNewestByNumber,
  priceModelBooking,
  spreadOverModelCharges,
  type ModelBooks,
  type ModelCard,
  type Certificate,
  type Discount,
  type TeeTime,
  type RefundWish,
} from './books.ts';
import { sendAgain, settleOpenAttempts } from './again.ts';
import { cardArbitrary, amountAsText, headersWithKey } from './cards.ts';
import {
  adjustModelCertificate,
  adjustmentArbitrary,
  closeCertificate,
  closingArbitrary,
  saleArbitrary,
  sellModelCertificate,
} from './certificates.ts';
import { changeModelTeeTime, changeArbitrary } from './changes.ts';
import {
  expectAgreement,
  PLAY_TIMES,
  MODEL_YESTERDAY,
  type RealApp,
  type RepeatableRequest,
} from './real-app.ts';

export type AppCommand = fc.AsyncCommand<ModelBooks, RealApp>;

/** Makes a step of a random run: the step is done in the application and the model, which must agree afterwards. */
const step = (
  name: string,
  asked: unknown,
  act: (model: ModelBooks, real: RealApp) => Promise<void>,
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
  card: cardArbitrary,
  round: fc.nat({ max: PLAY_TIMES.length - 1 }),
  isKept: fc.nat({ max: 5 }).map((drawn) => drawn === 0),
});
type BookingAsked = typeof bookings extends fc.Arbitrary<infer T> ? T : never;

async function book(model: ModelBooks, real: RealApp, asked: BookingAsked): Promise<void> {
  const course = real.courses[asked.course]!;
  const round = PLAY_TIMES[asked.round]!;
  const discount = real.discounts[asked.discount ?? Infinity] ?? null;
  const certificate =
    asked.certificate === null ? null : (pickNewestByNumber(model.certificates, asked.certificate) ?? null);
  const rental = asked.clubs.reduce((sum, quantity, at) => sum + quantity * course.clubs[at]!.charge, 0);
  const price = priceModelBooking(model, { charge: asked.charge, rental, discount, certificate });
  const confirmation = `M-${uniqueText()}-${asked.isKept ? 'R' : 'Z'}`;
  const body = aBookingBody({
    course: course.id,
    ...paidBy(discount, certificate, asked.card),
    rental_clubs: course.clubs.map(({ id }, at) => ({ id, quantity: asked.clubs[at] })),
    tee_time: {
      charge: amountAsText(asked.charge),
      players: asked.players,
      play_date: round.on,
      play_time: round.at,
      confirmation,
    },
  });
  const headers = headersWithKey(real);
  const send = () => real.app.call(booking.book, { body }, headers);
  const answered = await send();
  const id = await idOf(real, confirmation);
  if (price === null || (asked.card && isBelowCardMinimum(price.total))) {
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

const paidBy = (discount: Discount | null, certificate: Certificate | null, card: ModelCard | null) => ({
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
    teeTime.open = { operation: pendingOperationId(answered), settle: () => confirmModelBooking(teeTime) };
    return;
  }
  real.kept.push(kept);
  if (teeTime.card === 'declined') {
    expect(answered.status).toBe(422);
    teeTime.status = 'failed';
    return;
  }
  confirmModelBooking(teeTime);
  expect(answered.status).toBe(200);
  const { id, charge, rental, discount, certificate, total } = teeTime;
  expect(BookingResult.parse(answered.body).tee_time).toMatchObject({
    id,
    totals: { charge, rental, discount, certificate, total },
  });
}

// Editing tee times -----------------------------------------------------------------------------------------
/** The index of a play time on the day before today. */
const PAST = PLAY_TIMES.length;
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

async function edit(
  model: ModelBooks,
  real: RealApp,
  { teeTime: which, ...asked }: EditAsked,
): Promise<void> {
  const teeTime = pickByNumber(model.teeTimes, which);
  if (!teeTime) return;
  const { players = teeTime.players, notes = teeTime.notes, cheaper = 0 } = asked;
  const isPast = asked.round === PAST;
  const round = PLAY_TIMES[asked.round ?? PAST] ?? teeTime.round;
  const total = Math.max(0, teeTime.total - cheaper);
  const form = {
    players,
    notes,
    play_date: isPast ? MODEL_YESTERDAY : round.on,
    play_time: round.at,
    total: amountAsText(total),
    charge: amountAsText(teeTime.charge),
  };
  const body = { id: teeTime.id, tee_time: form };
  const { status } = await real.app.call(teeTimes.update, { body }, real.agent);
  const isOtherMoney = total !== teeTime.total;
  const isSaved = applyEdit(teeTime, { players, notes, round, isPast, isOtherMoney });
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

async function cancel(model: ModelBooks, real: RealApp, asked: CancelAsked): Promise<void> {
  const teeTime = pickByNumber(model.teeTimes, asked.teeTime);
  if (!teeTime) return;
  const wish = wishOf(teeTime, asked);
  const { amount, ...ticks } = wish;
  const body = { id: teeTime.id, ...ticks, ...(amount !== null && { refund_amount: amount }) };
  const headers = headersWithKey(real);
  const send = () => real.app.call(teeTimes.cancel, { body }, headers);
  const answered = await send();
  const back = allowedRefund(teeTime, wish);
  if (back === null) {
    expect([answered.status, CancellationResult.parse(answered.body).valid]).toEqual([200, false]);
    return;
  }
  const isKept = wish.cancel && teeTime.isKept;
  if (wish.cancel && !isKept) teeTime.status = 'canceled';
  const parts = isKept ? [] : spreadOverModelCharges(teeTime, back.card);
  // A refund that one bank declines does not hold back the refunds to other charges or to the gift certificate.
  const made = parts.filter(({ charge }) => charge.card !== 'refund_declined');
  for (const { cents } of made) teeTime.gateway.refunded += cents;
  const give = () => applyRefund(teeTime, { made, certificate: back.certificate });
  if (made.some(({ charge }) => charge.card === 'refund_timeout_after')) {
    expect(answered.status).toBe(202);
    teeTime.open = { operation: pendingOperationId(answered), settle: give };
    return;
  }
  real.kept.push({ send, answered });
  const isDone = !isKept && made.length === parts.length;
  expect([answered.status, CancellationResult.parse(answered.body).valid]).toEqual([200, isDone]);
  if (!isKept) give();
}

function wishOf(teeTime: TeeTime, { cancel: isCanceled, refund, percent }: CancelAsked): RefundWish {
  const full = fullRefund(teeTime);
  const amounts = { none: null, standard: null, full, custom: Math.floor((full * percent) / 100) };
  return { cancel: isCanceled, refund: refund !== 'none', amount: amounts[refund] };
}

const commandsOf = <Asked>(
  name: string,
  arbitrary: fc.Arbitrary<Asked>,
  act: (model: ModelBooks, real: RealApp, asked: Asked) => Promise<void>,
) => arbitrary.map((asked) => step(name, asked, (model, real) => act(model, real, asked)));
/** Makes a command twice as frequent as the others. */
const twice = (commands: fc.Arbitrary<AppCommand>) => [commands, commands];

export const commandArbitraries: fc.Arbitrary<AppCommand>[] = [
  ...twice(commandsOf('book', bookings, book)),
  ...twice(commandsOf('edit', edits, edit)),
  ...twice(commandsOf('cancel', cancellations, cancel)),
  ...twice(commandsOf('change', changeArbitrary, changeModelTeeTime)),
  ...twice(commandsOf('sell', saleArbitrary, sellModelCertificate)),
  ...twice(commandsOf('close', closingArbitrary, closeCertificate)),
  commandsOf('adjust', adjustmentArbitrary, adjustModelCertificate),
  commandsOf('again', fc.nat(), sendAgain),
  fc.constant(step('settle', {}, settleOpenAttempts)),
];

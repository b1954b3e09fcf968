import fc from 'fast-check';
import { expect } from 'vitest';
import {
  RoundChangeResult,
  roundChanges,
} from '../../../src/areas/tee-times/repricing/round-changes.contract.ts';
import { aCard, pendingOperationId } from '../../support/bookings.ts';
import { PLAY_TIMES, type RealApp } from './real-app.ts';
import {
  applyTeeTimeChange,
  priceTeeTimeChange,
  isBelowCardMinimum,
  pickByNumber,
  spreadOverModelCharges,
  type ModelBooks,
  type ModelCard,
  type ChangedTeeTime,
  type TeeTime,
} from './books.ts';
import { cardArbitrary, headersWithKey } from './cards.ts';

export const changeArbitrary = fc.record({
  teeTime: fc.nat(),
  players: fc.integer({ min: 1, max: 6 }),
  round: fc.constantFrom(0, 1, 2, 1, 2, 1, 2),
  terms: fc.constantFrom('frozen' as const, 'frozen' as const, 'today' as const),
  isKept: fc.nat({ max: 4 }).map((drawn) => drawn === 0),
  card: cardArbitrary,
});
type ChangeAsked = typeof changeArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** Changes a tee time with its price, as the screen does, by the difference that the model computes. */
export async function changeModelTeeTime(
  model: ModelBooks,
  real: RealApp,
  asked: ChangeAsked,
): Promise<void> {
  const teeTime = pickByNumber(model.teeTimes, asked.teeTime);
  if (!teeTime) return;
  const round = PLAY_TIMES[asked.round]!;
  const to: ChangedTeeTime = {
    players: asked.players,
    round,
    isToday: asked.terms === 'today',
    isKept: asked.isKept,
  };
  const course = real.courses.find(({ terms }) => terms === teeTime.terms)!;
  const found = priceTeeTimeChange(teeTime, to);
  const body = {
    id: teeTime.id,
    players: asked.players,
    play_date: round.on,
    play_time: round.at,
    course: { id: course.id },
    terms: asked.terms,
    difference: asked.isKept ? 'keep' : 'settle',
    shown_difference: found?.difference ?? 0,
    ...(asked.card && { credit_card: aCard(asked.card) }),
  };
  const headers = headersWithKey(real);
  const send = () => real.app.call(roundChanges.change, { body }, headers);
  const answered = await send();
  if (found === null || (asked.card && isBelowCardMinimum(found.total))) {
    expect(answered.status).toBe(422);
    return;
  }
  const { outcome, settle } = moved(teeTime, found, asked.card);
  if (outcome === 'unknown') {
    expect(answered.status).toBe(202);
    teeTime.open = { operation: pendingOperationId(answered), isChange: true, settle };
    return;
  }
  real.kept.push({ send, answered });
  expect([answered.status, outcome]).toEqual([outcome === 'done' ? 200 : 422, outcome]);
  settle();
  if (outcome === 'done') expect(RoundChangeResult.parse(answered.body).id).toBe(teeTime.id);
}

type PricedChange = NonNullable<ReturnType<typeof priceTeeTimeChange>>;
type Moved = { outcome: 'done' | 'refused' | 'unknown'; settle: () => void };

/** Returns the gateway's immediate outcome, and the effect on the model once the outcome is known. */
function moved(teeTime: TeeTime, found: PricedChange, card: ModelCard | null): Moved {
  const nothing = () => undefined;
  if (found.total > 0 && card) {
    if (card === 'declined') return { outcome: 'refused', settle: nothing };
    teeTime.gateway.charged += found.total;
    const outcome = card === 'timeout_after' ? 'unknown' : 'done';
    return {
      outcome,
      settle: () => applyTeeTimeChange(teeTime, found, { charged: { card, left: found.total }, made: [] }),
    };
  }
  const parts = spreadOverModelCharges(teeTime, found.fromCards);
  const made = parts.filter(({ charge }) => charge.card !== 'refund_declined');
  for (const { cents } of made) teeTime.gateway.refunded += cents;
  if (parts.length > 0 && made.length === 0) return { outcome: 'refused', settle: nothing };
  const isUnknown = made.some(({ charge }) => charge.card === 'refund_timeout_after');
  return {
    outcome: isUnknown ? 'unknown' : 'done',
    settle: () => applyTeeTimeChange(teeTime, found, { charged: null, made }),
  };
}

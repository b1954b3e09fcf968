import fc from 'fast-check';
import { expect } from 'vitest';
import { Changed, roundChanges } from '../../../src/areas/tee-times/repricing/round-changes.contract.ts';
import { aCard, operationOf } from '../../support/bookings.ts';
import { ROUNDS, type RealApp } from './real-app.ts';
import {
  changed,
  change,
  isTooSmall,
  pick,
  spread,
  type Books,
  type Card,
  type NewRound,
  type TeeTime,
} from './books.ts';
import { someCard, withKey } from './cards.ts';

export const changes = fc.record({
  teeTime: fc.nat(),
  players: fc.integer({ min: 1, max: 6 }),
  round: fc.constantFrom(0, 1, 2, 1, 2, 1, 2),
  terms: fc.constantFrom('frozen' as const, 'frozen' as const, 'today' as const),
  isKept: fc.nat({ max: 4 }).map((drawn) => drawn === 0),
  card: someCard,
});
type ChangeAsked = typeof changes extends fc.Arbitrary<infer T> ? T : never;

/** Changes a tee time with its price, as the screen does, by the difference that the model computes. */
export async function changeRound(model: Books, real: RealApp, asked: ChangeAsked): Promise<void> {
  const teeTime = pick(model.teeTimes, asked.teeTime);
  if (!teeTime) return;
  const round = ROUNDS[asked.round]!;
  const to: NewRound = {
    players: asked.players,
    round,
    isToday: asked.terms === 'today',
    isKept: asked.isKept,
  };
  const course = real.courses.find(({ terms }) => terms === teeTime.terms)!;
  const found = change(teeTime, to);
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
  const headers = withKey(real);
  const send = () => real.app.call(roundChanges.change, { body }, headers);
  const answered = await send();
  if (found === null || (asked.card && isTooSmall(found.total))) {
    expect(answered.status).toBe(422);
    return;
  }
  const { outcome, settle } = moved(teeTime, found, asked.card);
  if (outcome === 'unknown') {
    expect(answered.status).toBe(202);
    teeTime.open = { operation: operationOf(answered), isChange: true, settle };
    return;
  }
  real.kept.push({ send, answered });
  expect([answered.status, outcome]).toEqual([outcome === 'done' ? 200 : 422, outcome]);
  settle();
  if (outcome === 'done') expect(Changed.parse(answered.body).id).toBe(teeTime.id);
}

type PricedChange = NonNullable<ReturnType<typeof change>>;
type Moved = { outcome: 'done' | 'refused' | 'unknown'; settle: () => void };

/** Returns the gateway's immediate outcome, and the effect on the model once the outcome is known. */
function moved(teeTime: TeeTime, found: PricedChange, card: Card | null): Moved {
  const nothing = () => undefined;
  if (found.total > 0 && card) {
    if (card === 'declined') return { outcome: 'refused', settle: nothing };
    teeTime.gateway.charged += found.total;
    const outcome = card === 'timeout_after' ? 'unknown' : 'done';
    return {
      outcome,
      settle: () => changed(teeTime, found, { charged: { card, left: found.total }, made: [] }),
    };
  }
  const parts = spread(teeTime, found.fromCards);
  const made = parts.filter(({ charge }) => charge.card !== 'refund_declined');
  for (const { cents } of made) teeTime.gateway.refunded += cents;
  if (parts.length > 0 && made.length === 0) return { outcome: 'refused', settle: nothing };
  const isUnknown = made.some(({ charge }) => charge.card === 'refund_timeout_after');
  return {
    outcome: isUnknown ? 'unknown' : 'done',
    settle: () => changed(teeTime, found, { charged: null, made }),
  };
}

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { booking as bookingCalls } from '../../../src/areas/booking/booking.contract.ts';
import { roundChanges } from '../../../src/areas/tee-times/repricing/round-changes.contract.ts';
import { teeTimes as teeTimeCalls } from '../../../src/areas/tee-times/tee-times.contract.ts';
import type { TestCardBehavior } from '../../../src/integrations/payment/test-cards.ts';
import { aBookingBody, aCard } from '../../support/bookings.ts';
import { PLAYERS_AFTER_CHANGE, type CustomerStory } from '../crash-audit.ts';
import type { CrashRequest } from '../crash-points.ts';
import type { Ask } from '../asks.ts';
import type { KillableApp } from '../killable-app.ts';

let storyCount = 0;
const ask = (path: string, body: unknown): Ask => ({ path, body, key: randomUUID(), answers: [] });

type StoryOptions = { card: TestCardBehavior | null; course?: string | undefined; tenders?: boolean };

/** Returns a customer who will book; `tenders` adds a rental club, a discount and a gift certificate. */
export function aStory(
  { stock }: KillableApp,
  { card, course = '', tenders = false }: StoryOptions,
): CustomerStory {
  storyCount += 1;
  const email = `golfer${storyCount}@crash.example`;
  const extras = tenders && {
    gift_cert_serial: stock.serials.pop(),
    discount_code: stock.discount,
    rental_clubs: [{ id: stock.club, quantity: 1 }],
  };
  const body = aBookingBody({
    course: stock.course,
    customer: { email },
    tee_time: { confirmation: `CRASH-${storyCount}${course}` },
    ...extras,
    ...(card && { credit_card: aCard(card) }),
  });
  return { email, booking: ask(bookingCalls.book.path, body) };
}

const Booked = z.object({ tee_time: z.object({ id: z.number() }) });

export const bookedTeeTimeId = (booking: Ask): number =>
  Booked.parse(booking.answers.at(-1)?.body).tee_time.id;

export function addCancel(story: CustomerStory, cancel: NonNullable<CrashRequest['cancel']>): Ask {
  const id = bookedTeeTimeId(story.booking);
  story.refund = cancel.refund ? cancel.refund_amount : 0;
  story.cancel = ask(teeTimeCalls.cancel.path, { id, ...cancel });
  return story.cancel;
}

/** The price per player in cents: a quarter of $412.00, without and with a discount of $10.00 on the total. */
const EACH = { plain: 10_300, discounted: 10_050 };

/** Adds a change of the number of players to a customer's story, at unchanged terms, based on the last answer. */
function addChange(
  story: CustomerStory,
  app: KillableApp,
  { players, card }: NonNullable<CrashRequest['change']>,
): Ask {
  const { booking } = z.object({ booking: Sent }).parse(story.booking.body);
  const from = story.before ? PLAYERS_AFTER_CHANGE : 4;
  const each = booking.discount_code === undefined ? EACH.plain : EACH.discounted;
  const { play_date, play_time } = booking.tee_time;
  story.players = players;
  return ask(roundChanges.change.path, {
    id: bookedTeeTimeId(story.booking),
    players,
    play_date,
    play_time,
    course: { id: app.stock.course },
    terms: 'frozen',
    difference: 'settle',
    shown_difference: (players - from) * each,
    ...(card && { credit_card: aCard(card) }),
  });
}
const Sent = z.object({
  discount_code: z.string().optional(),
  tee_time: z.object({ play_date: z.string(), play_time: z.string() }),
});

/** Returns the request during which the process dies, if it is about an earlier booking; else null. */
export const laterRequestOf = (
  story: CustomerStory,
  app: KillableApp,
  { cancel, change }: CrashRequest,
): Ask | null => {
  if (cancel) return addCancel(story, cancel);
  return change ? (story.change = addChange(story, app, change)) : null;
};

/** Books a tee time and, if the scenario needs it, changes the number of players, paid by another card. */
export async function bookFirst(
  app: KillableApp,
  { story, way }: { story: CustomerStory; way: CrashRequest },
): Promise<void> {
  const done = { status: 200, body: expect.anything() };
  expect(await app.ask(story.booking)).toEqual(done);
  if (!way.isChanged) return;
  const change = addChange(story, app, { players: PLAYERS_AFTER_CHANGE, card: 'approved' });
  expect(await app.ask(change)).toEqual(done);
  story.before = change;
}

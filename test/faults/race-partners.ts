import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { partnerInterface } from '../../src/areas/partner-interface/partner-interface.contract.ts';
import { rates } from '../../src/areas/rates/rates.contract.ts';
import type { ReceivedAnswer, HeaderFields } from '../support/app.ts';
import { aBookingBody } from '../support/bookings.ts';
import { aCertificate, anOpenTime } from '../support/factories.ts';
import {
  withIdempotencyKey,
  aCourseWithOpenTime,
  anotherOpenTime,
  aPartner,
  aPartnerBooking,
  aPartnerCustomer,
  aCardToken,
} from '../support/partners.ts';
import type { RaceRound } from './race-rounds.ts';
import { compareCounts, noDamage, retryUntilSettled, type RaceDamage } from './racing.ts';

/** Creates the partner whose program sends the calls of all racing clients. */
async function partnerOf({ app }: RaceRound) {
  const open = await aCourseWithOpenTime(app.db);
  const { headers, id } = await aPartner(app.db, { courses: [open.course] });
  return { ...open, headers, id };
}

const booked = ({ status }: { status: number }) => status === 200;

/** Races one partner program that sends one booking under one idempotency key, many times at once. */
export async function bookWithSamePartnerKey(round: RaceRound): Promise<RaceDamage> {
  const { course, rate, headers, id } = await partnerOf(round);
  // The open time has room for several parties of one, so only the idempotency key prevents duplicates.
  const time = await anOpenTime(round.app.db, { course_id: course, rate_id: rate, spots: [1, 2, 3, 4] });
  const keyed = withIdempotencyKey(headers);
  const body = { ...aPartnerBooking(time.id), players: 1 };
  const ask = () => retryUntilSettled(() => round.stranger(partnerInterface.book, { body }, keyed));
  const answers = await Promise.all(round.agents.map(ask));
  const damage = noDamage();
  compareCounts(damage, 'answered', { is: answers.filter(booked).length, must: answers.length });
  const rows = await round.app.db
    .selectFrom('tee_times')
    .select('id')
    .where('api_user_id', '=', id)
    .execute();
  compareCounts(damage, 'bookings', { is: rows.length, must: 1 });
  return damage;
}

const SPOTS = 4;

/** Races partners' customers, one to four players each, who book one open time for four. */
export async function bookSameOpenTime(round: RaceRound): Promise<RaceDamage> {
  const { course, rate, headers } = await partnerOf(round);
  const { id } = await anOpenTime(round.app.db, { course_id: course, rate_id: rate, spots: [1, 2, 3, 4] });
  const answers = await Promise.all(
    round.agents.map(async (_, at) => {
      const players = 1 + ((at + round.number) % SPOTS);
      const body = { ...aPartnerBooking(id), players };
      return {
        players,
        came: await round.stranger(partnerInterface.book, { body }, withIdempotencyKey(headers)),
      };
    }),
  );
  const damage = noDamage();
  const taken = answers.reduce((sum, { players, came }) => sum + (booked(came) ? players : 0), 0);
  if (taken > SPOTS) damage.doubled.push(`${taken} players at a time for ${SPOTS}`);
  const wrong = answers.filter(
    ({ players, came }) => !booked(came) && (came.status !== 409 || players <= SPOTS - taken),
  );
  compareCounts(damage, 'refused though there was room', { is: wrong.length, must: 0 });
  return damage;
}

/** Races staff against a partner's program that spend a gift certificate which covers one booking. */
export async function spendAgainstStaff(round: RaceRound): Promise<RaceDamage> {
  const { headers, ...open } = await partnerOf(round);
  const { course } = open;
  const { serial, id } = await aCertificate(round.app.db, { raw_value: 40_000 });
  const spend = { gift_cert_serial: serial };
  const times = await Promise.all(round.agents.map(() => anotherOpenTime(round.app.db, open)));
  const answers = await Promise.all(
    round.agents.map((agent, number) => {
      if (number % 2 === 0)
        return agent(booking.book, {
          body: aBookingBody({ course, tee_time: { charge: '400.00' }, ...spend }),
        });
      const body = aPartnerBooking(times[number] ?? 0, spend);
      return round.stranger(partnerInterface.book, { body }, withIdempotencyKey(headers));
    }),
  );
  const damage = noDamage();
  compareCounts(damage, 'booked with it', { is: answers.filter(booked).length, must: 1 });
  const rows = await round.app.db
    .selectFrom('tee_times')
    .select('raw_gift_certificate_amount')
    .where('gift_certificate_id', '=', id)
    .execute();
  const spent = rows.reduce((sum, row) => sum + row.raw_gift_certificate_amount, 0);
  compareCounts(damage, 'cents spent of it', { is: spent, must: 40_000 });
  return damage;
}

/** Races requests of one customer who leaves the same lead many times, each under its own idempotency key. */
export async function leaveSameLead(round: RaceRound): Promise<RaceDamage> {
  const { course, headers } = await partnerOf(round);
  const lead_date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const body = { course_id: course, lead_date, play_time: '08:00', players: 2, customer: aPartnerCustomer() };
  const leave = (keyed: HeaderFields) => round.stranger(partnerInterface.leaveLead, { body }, keyed);
  const answers = await Promise.all(round.agents.map(() => leave(withIdempotencyKey(headers, randomUUID()))));
  const damage = noDamage();
  compareCounts(damage, 'answered', { is: answers.filter(booked).length, must: answers.length });
  const leads = await round.app.db
    .selectFrom('lost_leads')
    .select('id')
    .where('course_id', '=', course)
    .execute();
  compareCounts(damage, 'leads', { is: leads.length, must: 1 });
  return damage;
}

/** Returns the rate after this many saves, in cents, chosen so that no mix of two rates has the price of a third. */
const rateAfter = (saves: number) => ({ rate: 100_00 + saves * 7_00, service_fee: 3_00 + saves * 10_00 });
const SAVES = 3;
const PARTY = 4;
const priceAfter = (saves: number) => PARTY * (rateAfter(saves).rate + rateAfter(saves).service_fee);
const PRICES = Array.from({ length: SAVES + 1 }, (_, saves) => priceAfter(saves));
const text = (cents: number): string => (cents / 100).toFixed(2);

/** Races bookings by card with one quote, through partners, against an admin who keeps changing the rate. */
export const changeRateAgainstBooking = (round: RaceRound): Promise<RaceDamage> => raceRate(round, true);
/**
 * Races bookings that do not state the quoted price, and so may be charged another one, against an admin who keeps changing
 * the rate.
 */
export const changeRateAgainstUnquotedBooking = (round: RaceRound): Promise<RaceDamage> =>
  raceRate(round, false);

async function raceRate(round: RaceRound, isSaid: boolean): Promise<RaceDamage> {
  const { app, admins, agents, stranger } = round;
  const { headers, course, rate } = await partnerOf(round);
  const save = async (saves: number) => {
    const form = Object.entries(rateAfter(saves)).map(([name, cents]) => [name, text(cents)]);
    const saved = await admins[0]!(rates.update, { body: { id: rate, rate: Object.fromEntries(form) } });
    if (saved.status !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`);
  };
  await save(0);
  const times = await Promise.all(agents.map(() => anotherOpenTime(app.db, { course, rate })));
  const asked = { open_time_id: times[0] ?? 0, players: PARTY };
  const quoted = await stranger(partnerInterface.quote, { body: asked }, headers);
  // All racing customers have the same rate, so they have the same price.
  const shown_total = partnerInterface.quote.answer.parse(quoted.body).price.raw_total;
  const tokens = await Promise.all(agents.map(() => aCardToken(app.gatewayUrl)));
  const book = async (id: number, at: number) => {
    await pause((at * round.number) % 40);
    const card = { token: tokens[at] };
    const body = aPartnerBooking(id, { card, ...(isSaid && { shown_total }) });
    return stranger(partnerInterface.book, { body }, withIdempotencyKey(headers));
  };
  const saving = async () => {
    for (let saves = 1; saves <= SAVES; saves += 1) await save(saves);
  };
  const [answers] = await Promise.all([Promise.all(times.map(book)), saving()]);
  return judgePrices(round, { course, shown_total, answers });
}

type Priced = { course: number; shown_total: number; answers: ReceivedAnswer[] };

async function judgePrices(
  { app }: RaceRound,
  { course, shown_total, answers }: Priced,
): Promise<RaceDamage> {
  const damage = noDamage();
  const none = (what: string, found: unknown[]) => compareCounts(damage, what, { is: found.length, must: 0 });
  const refused = answers.filter((answered) => !booked(answered));
  const isOfPrice = ({ status, body }: ReceivedAnswer) =>
    status === 409 &&
    PRICES.some((cents) => JSON.stringify(body).includes(`The total is $${text(cents)} now.`));
  none(
    'refused in other words than a price that the rate has',
    refused.filter((one) => !isOfPrice(one)),
  );
  const { rows } = await sql<{ total: number; terms: number; charged: number }>`
    select t.raw_total as total, t.players * (t.raw_rate + t.raw_service_fee) as terms,
      (select coalesce(sum(l.raw_amount), 0)::bigint
        from payment_allocations l join payment_attempts a on a.id = l.payment_attempt_id where l.tee_time_id = t.id
        and a.kind = 'charge' and a.state = 'succeeded') as charged
    from tee_times t where t.course_id = ${course} and t.state = 'booked'`.execute(app.db);
  compareCounts(damage, 'bookings that were answered', {
    is: rows.length,
    must: answers.filter(booked).length,
  });
  none(
    'charged a figure that the rate never came to',
    rows.filter(({ total }) => !PRICES.includes(total)),
  );
  none(
    'that keep other terms than they were charged by',
    rows.filter(({ total, terms }) => total !== terms),
  );
  none(
    'of which the card paid something else',
    rows.filter(({ total, charged }) => total !== charged),
  );
  const totals = answers
    .filter(booked)
    .map(({ body }) => partnerInterface.book.answer.parse(body).price.raw_total);
  none(
    'charged another price than was quoted',
    totals.filter((total) => total !== shown_total),
  );
  return damage;
}

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { recordScrape } from '../../src/areas/scraping/merge/record-scrape.steps.ts';
import { findRateForTeeTime } from '../../src/areas/rates/choice/rate-for.queries.ts';
import { formatCourseTime } from '../../src/areas/rates/open-times/rate-open-times.queries.ts';
import { rates } from '../../src/areas/rates/rates.contract.ts';
import { queueLead } from '../../src/areas/wait-list/matching/matching.queries.ts';
import { waitList } from '../../src/areas/wait-list/wait-list.contract.ts';
import { cardMask } from '../../src/contract/cards.ts';
import { addDays } from '../../src/contract/dates.ts';
import { runTransaction } from '../../src/server/database/transact.ts';
import type { TestApp } from '../support/app.ts';
import { aBookingBody, aCard } from '../support/bookings.ts';
import { aCourse, aQueueEntry, aRate } from '../support/factories.ts';
import { anOfferedTime, scrapedTimes } from '../support/scrapes.ts';
import type { CommitNotifications } from './race-discount.ts';
import type { RaceRound } from './race-rounds.ts';
import { compareCounts, noDamage, rejectedField, type RaceDamage, type SignedInCaller } from './racing.ts';

const DAY = '2030-06-01';
const LOOKED = '2030-05-20T10:00:00.000Z';
const soon = () => pause(Math.random() * 20);

/**
 * Makes the database notify, on the channel of `CommitNotifications`, of every closed queue, every new queue entry and every
 * booking of an entry.
 */
export async function notifyOfQueueCommits(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create function tell_of_queue() returns trigger language plpgsql as $$ begin
      if tg_table_name = 'fore_up_availabilities' then perform pg_notify('commits', new.id || ' closed');
      elsif tg_table_name = 'availability_queues' then
        perform pg_notify('commits', new.fore_up_availability_id || ' entered ' || new.id);
      else perform pg_notify('commits', q.fore_up_availability_id || ' booked ' || new.id)
        from availability_queues q where q.id = new.availability_queue_id; end if;
      return null; end $$;
    create trigger tell_closed after update on fore_up_availabilities for each row
      when (old.queue_closed_at is null and new.queue_closed_at is not null) execute function tell_of_queue();
    create trigger tell_entered after insert on availability_queues for each row execute function tell_of_queue();
    create trigger tell_booked after insert on tee_times for each row
      when (new.availability_queue_id is not null) execute function tell_of_queue()`);
}

/** Returns the commits of one kind that came after the queue was closed. */
async function lateOf(commits: CommitNotifications, time: number, what: string): Promise<number> {
  const order = await commits.of(time);
  const closed = order.indexOf('closed');
  return closed < 0 ? 0 : order.slice(closed).filter((one) => one === what).length;
}

const Token = z.object({ token: z.string(), last4: z.string() });
/** Creates a waiting customer whose card is stored at the gateway. */
async function aWaitingCard(app: TestApp, course: number) {
  const sent = await fetch(`${app.gatewayUrl}/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: aCard() }),
  });
  const { token, last4 } = Token.parse(await sent.json());
  const entry = await aQueueEntry(app.db, course, { lead: { card_token: token, card_last4: last4 } });
  return { ...entry, card: { number: cardMask(last4), expmo: '', expyr: '', cvv: '' } };
}
type Waiting = Awaited<ReturnType<typeof aWaitingCard>>;

const bookEntry = (agent: SignedInCaller, course: number, { id, card }: Waiting) =>
  agent(booking.book, {
    body: aBookingBody({ course, tee_time: { availability_queue_id: id }, credit_card: card }),
  });
const leadOf = ({ db }: TestApp, { lost_lead_id }: Waiting) =>
  db.selectFrom('lost_leads').selectAll().where('id', '=', lost_lead_id).executeTakeFirstOrThrow();
const chargesIn = (app: TestApp) =>
  app.gatewayBook().filter(({ kind, state }) => kind === 'charge' && state === 'succeeded').length;

/** Races agents who book one queue entry with its stored card: one succeeds, and the card is charged once. */
export async function bookSameQueueEntry({ app, course, agents }: RaceRound): Promise<RaceDamage> {
  const waiting = await aWaitingCard(app, course);
  const before = chargesIn(app);
  const answers = await Promise.all(agents.map((agent) => bookEntry(agent, course, waiting)));
  const damage = noDamage();
  const booked = answers.filter(({ status }) => status === 200);
  const refused = answers.filter((one) => rejectedField(one) === 'availability_queue_id');
  compareCounts(damage, 'bookings of the entry', { is: booked.length, must: 1 });
  compareCounts(damage, 'sessions answered', { is: booked.length + refused.length, must: answers.length });
  compareCounts(damage, 'charges of the card', { is: chargesIn(app) - before, must: 1 });
  const { tee_time_id, card_token } = await leadOf(app, waiting);
  const made = booked.map(({ body }) => booking.book.answer.parse(body).tee_time.id);
  compareCounts(damage, 'leads with the tee time', { is: Number(made.includes(tee_time_id ?? 0)), must: 1 });
  compareCounts(damage, 'cards kept', { is: Number(card_token !== null), must: 0 });
  return damage;
}

/**
 * Races a booking that charges a queue entry's card against an admin who closes the queue: no booking with the card commits
 * after that.
 */
export async function closeQueueAgainstBook({
  app,
  course,
  agents,
  admins,
  commits,
}: RaceRound): Promise<RaceDamage> {
  const waiting = await aWaitingCard(app, course);
  const close = async (session: SignedInCaller) => {
    await pause(Math.random() * 30);
    return session(waitList.close, { query: { id: waiting.fore_up_availability_id } });
  };
  const before = chargesIn(app);
  const [closed, ...answers] = await Promise.all([
    close(admins[0]!),
    ...agents.slice(1, 4).map(async (agent) => {
      await soon();
      return bookEntry(agent, course, waiting);
    }),
  ]);
  const damage = noDamage();
  compareCounts(damage, 'closings', { is: closed.status, must: 200 });
  const booked = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 422).length;
  compareCounts(damage, 'sessions answered', { is: booked + refused, must: answers.length });
  compareCounts(damage, 'charges of the card', { is: chargesIn(app) - before, must: booked });
  if (booked > 1) damage.doubled.push(`${booked} bookings of the entry`);
  const { tee_time_id, card_token } = await leadOf(app, waiting);
  compareCounts(damage, 'leads booked', { is: Number(tee_time_id !== null), must: Math.min(booked, 1) });
  compareCounts(damage, 'cards kept', { is: Number(card_token !== null), must: 1 - Math.min(booked, 1) });
  const late = await lateOf(commits, waiting.fore_up_availability_id, 'booked');
  compareCounts(damage, 'bookings with the card after it was closed', { is: late, must: 0 });
  return damage;
}

/** Repeats work, in this many parallel loops, until something else is done. */
async function meanwhile<T>(
  done: Promise<T>,
  atOnce: number,
  again: (lane: number, time: number) => Promise<void>,
): Promise<T> {
  let isDone = false;
  const lane = async (number: number) => {
    for (let time = 0; !isDone; time += 1) await again(number, time);
  };
  const lanes = Array.from({ length: atOnce }, (_, number) => lane(number));
  const answer = await done.finally(() => (isDone = true));
  await Promise.all(lanes);
  return answer;
}

/**
 * Races scrapes that offer an open time to more parties, and new leads, against an admin who closes its queue: no entry is
 * added afterwards.
 */
export async function closeQueueAgainstMatch({
  app,
  admins,
  commits,
  number,
}: RaceRound): Promise<RaceDamage> {
  const { id: course_id } = await aCourse(app.db);
  const look = (minute: number, spots: number[]) =>
    recordScrape(app.context, {
      course_id,
      day: DAY,
      next_look_at: LOOKED,
      read: scrapedTimes(new Date(Date.parse(LOOKED) + minute * 60_000).toISOString(), [
        anOfferedTime(DAY, '08:00', { spots }),
      ]),
    });
  await look(0, [8]);
  const { id } = await app.db
    .selectFrom('fore_up_availabilities')
    .select('id')
    .where('course_id', '=', course_id)
    .executeTakeFirstOrThrow();
  const aLead = { course_id, lead_date: DAY, play_time: '08:00' };
  const newLead = (players: number, isQueued: boolean) =>
    runTransaction(app.db, async (db) => {
      const lead = { ...aLead, players };
      const made = await db.insertInto('lost_leads').values(lead).returning('id').executeTakeFirstOrThrow();
      if (isQueued) await queueLead(db, made.id);
    });
  const close = async () => {
    await pause(20 + (number % 20));
    return admins[0]!(waitList.close, { query: { id } });
  };
  const closed = await meanwhile(close(), 5, async (lane, time) => {
    if (lane > 0) return newLead(8, true);
    // A party of seven begins to wait, and fits after the next scrape.
    await newLead(7, false);
    await look(time + 1, time % 2 === 0 ? [7, 8] : [8]);
  });
  const damage = noDamage();
  compareCounts(damage, 'closings', { is: closed.status, must: 200 });
  compareCounts(damage, 'entries after it was closed', { is: await lateOf(commits, id, 'entered'), must: 0 });
  return damage;
}

/**
 * Races a rate that is switched on or off against scrapes that bring new open times on four days: every open time gets the
 * applicable rate.
 */
export async function rateAgainstScrape({ app, admins, number }: RaceRound): Promise<RaceDamage> {
  const { id: course_id } = await aCourse(app.db);
  await aRate(app.db, course_id, { raw_rate: 9_000 });
  const disabled = number % 2 === 0;
  const rate = await aRate(
    app.db,
    course_id,
    { disabled: !disabled },
    { time_start: '05:00', time_end: '22:00' },
  );
  const form = { course: { id: course_id }, rate: '100.00', disabled };
  const change = async () => {
    await pause(20 + (number % 20));
    const shown = await admins[0]!(rates.show, { params: { id: rate.id } });
    const { updated_at } = rates.show.answer.parse(shown.body);
    return admins[0]!(rates.update, { body: { id: rate.id, rate: { ...form, updated_at } } });
  };
  const look = async (lane: number, time: number) => {
    const day = addDays(DAY, lane);
    const read_at = new Date(Date.parse(LOOKED) + time * 60_000).toISOString();
    const clock = `${String(6 + Math.floor(time / 60)).padStart(2, '0')}:${String(time % 60).padStart(2, '0')}`;
    const read = scrapedTimes(read_at, [anOfferedTime(day, clock)]);
    await recordScrape(app.context, { course_id, day, next_look_at: LOOKED, read });
  };
  const changed = await meanwhile(change(), 4, look);
  const damage = noDamage();
  compareCounts(damage, 'changes of the rate', { is: changed.status, must: 200 });
  const rows = await app.db
    .selectFrom('fore_up_availabilities')
    .select(['available_date', 'available_time', 'rate_id'])
    .where('course_id', '=', course_id)
    .execute();
  for (const { available_date, available_time, rate_id } of rows) {
    const round = {
      course_id,
      play_date: available_date,
      play_time: formatCourseTime(available_time),
      players: 2,
    };
    const chosen = await findRateForTeeTime(app.db, app.context, round);
    if ((chosen?.rate.id ?? null) !== rate_id)
      damage.lost.push(`the rate of ${round.play_date} ${round.play_time}`);
  }
  return damage;
}

import { queueAllLeads } from '../../src/areas/wait-list/matching/matching.queries.ts';
import { formatClockNumber } from '../../src/contract/spoken-times.ts';
import { insertRows, type SeedDb } from './insert.ts';
import type { SeedOpenTime } from './open-times.ts';
import { CUSTOMER_COUNT } from './people.ts';
import type { SeededRandom } from './random.ts';

/** The cards that two waiting customers left: tokens at the built-in gateway, which learns of them when it starts. */
export const DEMO_CARD_TOKENS = ['tok_demo_1', 'tok_demo_2'];

const HOUR = 3_600_000;
const LEADS = 25;
/** The number of leads whose open time other customers also want, at these differences in minutes. */
const WANTED_BY_MANY = 7;
const WANTED_LATER = [0, 17, -20, 43];
/**
 * The most open times near the one that a lead wants: a lead waits for all open times near enough, so the demonstration's
 * leads want times with few others near.
 */
const FEW = 3;

type Given = { today: string; now: number; open: SeedOpenTime[] };

/** Creates the lost leads, and lets each wait for open times by the matching rule for all leads. */
export async function fillWaitingCustomers(
  db: SeedDb,
  random: SeededRandom,
  { today, now, open }: Given,
): Promise<void> {
  const wanted = wantedOf(open.filter(({ available_date }) => available_date > today));
  const silent = await silentCourses(db);
  const chosen = [
    ...Array.from({ length: LEADS }, (_, i) => wanted[Math.floor(((i + 0.5) * wanted.length) / LEADS)]),
    ...silent.map((id) => wanted.find(({ time }) => time.course_id === id)),
  ];
  const year = String(Number(today.slice(0, 4)) + 2);
  const leads = chosen.flatMap((want, i) => {
    if (!want) return [];
    const token = DEMO_CARD_TOKENS[i];
    const card = { card_token: token ?? null, card_last4: token ? '4242' : null };
    const expires = { card_expmo: token ? '12' : null, card_expyr: token ? year : null };
    const created_at = new Date(now - (chosen.length + 1 - i) * HOUR).toISOString();
    return { ...leadOf(want, random.between(2, CUSTOMER_COUNT), created_at), ...card, ...expires };
  });
  const callers = chosen.slice(0, WANTED_BY_MANY).flatMap((want, i) =>
    WANTED_LATER.flatMap((later, j) => {
      const at = i * WANTED_LATER.length + j;
      const created_at = new Date(now - (30 + at * 7) * HOUR).toISOString();
      return want ? leadOf(want, 40 + 9 * at, created_at, later) : [];
    }),
  );
  const none = { card_token: null, card_last4: null, card_expmo: null, card_expyr: null };
  const all = [...leads, ...callers.map((lead) => ({ ...lead, ...none }))];
  await insertRows(
    db,
    'lost_leads',
    all.map((lead, at) => ({ id: at + 1, ...lead })),
  );
  await queueAllLeads(db, new Date(now));
  await fillCalls(db, { now, from: leads.length });
}

/** Returns the courses whose source is silent, which the wait list reports: whatever the hour, a customer waits at each. */
async function silentCourses(db: SeedDb): Promise<number[]> {
  const silent = await db
    .selectFrom('course_sources')
    .select('course_id')
    .where('cause', 'is not', null)
    .orderBy('course_id')
    .execute();
  return silent.map(({ course_id }) => course_id);
}

type WantedTime = { time: SeedOpenTime; players: number };

/**
 * Returns open times of 18 holes, or of an unknown number, for a party that fits and with few other open times within the
 * hour.
 */
function wantedOf(open: SeedOpenTime[]): WantedTime[] {
  const days = new Map<string, SeedOpenTime[]>();
  for (const time of open.filter(({ holes }) => holes !== 9)) {
    const day = `${time.course_id} ${time.available_date}`;
    days.set(day, [...(days.get(day) ?? []), time]);
  }
  return [...days.values()].flatMap((day) =>
    day.flatMap((time) => {
      const near = day.filter((other) => Math.abs(minutesOf(other) - minutesOf(time)) <= 60);
      const few = time.spots.filter(
        (players) => near.filter(({ spots }) => spots.includes(players)).length <= FEW,
      );
      const [players] = few.slice(-1);
      return players === undefined ? [] : { time, players };
    }),
  );
}

const minutesOf = ({ available_time }: Pick<SeedOpenTime, 'available_time'>): number =>
  Math.floor(available_time / 100) * 60 + (available_time % 100);

const leadOf = ({ time, players }: WantedTime, customer_id: number, created_at: string, later = 0) => {
  const minutes = minutesOf(time) + later;
  return {
    customer_id,
    course_id: time.course_id,
    players,
    lead_date: time.available_date,
    created_at,
    play_time: formatClockNumber(Math.floor(minutes / 60) * 100 + (minutes % 60)),
    source: 'public' as const,
  };
};

/** Adds the results of yesterday's phone calls to the first waiting customers whose lead number is above `from`. */
async function fillCalls(db: SeedDb, { now, from }: { now: number; from: number }): Promise<void> {
  const called = await db
    .selectFrom('availability_queues')
    .select(['fore_up_availability_id', 'lost_lead_id'])
    .distinctOn('lost_lead_id')
    .where('lost_lead_id', '>', from)
    .orderBy('lost_lead_id')
    .orderBy('id')
    .limit(3)
    .execute();
  if (called.length === 0) return;
  await db
    .insertInto('lead_calls')
    .values(
      called.map((place, i) => ({
        ...place,
        outcome: i === 1 ? ('calls_back' as const) : ('no_answer' as const),
        made_by: 'Ben Hale',
        created_at: new Date(now - (20 + i) * HOUR).toISOString(),
      })),
    )
    .execute();
}

import { addDays, instantOf } from '../../src/contract/dates.ts';
import { seedCourses } from './catalogue.ts';
import { insertRows, type Db } from './insert.ts';
import { CUSTOMERS } from './people.ts';
import type { Random } from './random.ts';

/** The cards that two waiting customers left: tokens at the built-in gateway, which is told of them when it begins. */
export const DEMO_TOKENS = ['tok_demo_1', 'tok_demo_2'];

type Clock = { today: string; now: number; timeZone: string };

/** Open times of the next ten days, searches that got away, and a wait list of seven. */
export async function fillWaiting(db: Db, random: Random, clock: Clock): Promise<void> {
  const open = await fillOpenTimes(db, random, clock);
  const { today, now } = clock;
  const year = String(Number(today.slice(0, 4)) + 2);
  const leads = Array.from({ length: 25 }, (_, i) => {
    const time = open[i * 60];
    return {
      id: i + 1,
      customer_id: random.between(2, CUSTOMERS),
      course_id: time?.course_id ?? 1,
      players: random.between(1, 4),
      lead_date: time?.available_date ?? today,
      play_time: '07:42',
      created_at: new Date(now - (26 - i) * 3_600_000).toISOString(),
      source: 'public' as const,
      card_token: DEMO_TOKENS[i] ?? null,
      card_last4: DEMO_TOKENS[i] ? '4242' : null,
      card_expmo: DEMO_TOKENS[i] ? '12' : null,
      card_expyr: DEMO_TOKENS[i] ? year : null,
    };
  });
  await insertRows(db, 'lost_leads', leads);
  const waiting = leads.slice(0, 7).map((lead, i) => ({
    id: i + 1,
    fore_up_availability_id: i * 60 + 1,
    lost_lead_id: lead.id,
  }));
  await insertRows(db, 'availability_queues', waiting);
}

async function fillOpenTimes(db: Db, random: Random, { today, now, timeZone }: Clock) {
  const at = new Date(now - 20 * 60_000).toISOString();
  const courses = seedCourses().filter((course) => !course.inactive && !course.internal_only);
  const days = Array.from({ length: 10 }, (_, day) => addDays(today, day + 1));
  const open = courses.flatMap(({ id }) =>
    days.flatMap((day) =>
      [700, 742, 810, 924, 1012, 1330].map((time) => {
        const available_time = time + random.pick([0, 6, 12]);
        const clock = `${String(available_time).padStart(4, '0').slice(0, 2)}:${String(available_time).slice(-2)}`;
        return {
          course_id: id,
          available_date: day,
          available_time,
          spots: random.pick([
            [1, 2],
            [2, 3, 4],
            [1, 2, 3, 4],
          ]),
          starts_at: new Date(instantOf(day, clock, timeZone)).toISOString(),
          new_at: random.chance(0.05) ? at : null,
          created_at: at,
          updated_at: at,
        };
      }),
    ),
  );
  await insertRows(
    db,
    'fore_up_availabilities',
    open.map((row, i) => ({ id: i + 1, ...row })),
  );
  const seen = { looked_at: at, completed_at: at, released_at: at, changed_at: at };
  await insertRows(
    db,
    'course_days',
    courses.flatMap(({ id }) =>
      days.map((day) => ({
        ...{ course_id: id, day, next_look_at: at, ...seen },
        ...{ outcome: 'times', open_count: 6, note: '', failures: 0 },
      })),
    ),
  );
  return open;
}

import { addDays } from '../../src/contract/dates.ts';
import { seedCourses } from './catalogue.ts';
import { insertRows, type Db } from './insert.ts';
import { CUSTOMERS } from './people.ts';
import type { Random } from './random.ts';

/** The cards that two waiting customers left: tokens at the built-in gateway, which is told of them when it begins. */
export const DEMO_TOKENS = ['tok_demo_1', 'tok_demo_2'];

/** Open times of the next ten days, searches that got away, and a wait list of seven. */
export async function fillWaiting(
  db: Db,
  random: Random,
  { today, now }: { today: string; now: number },
): Promise<void> {
  const at = new Date(now - 20 * 60_000).toISOString();
  const open = seedCourses()
    .filter((course) => !course.inactive && !course.internal_only)
    .flatMap((course) =>
      Array.from({ length: 10 }, (_, day) =>
        [700, 742, 810, 924, 1012, 1330].map((time) => ({
          course_id: course.id,
          available_date: addDays(today, day + 1),
          available_time: time + random.pick([0, 6, 12]),
          spots: random.pick([
            [1, 2],
            [2, 3, 4],
            [1, 2, 3, 4],
          ]),
          is_new: random.chance(0.05),
          scraped_at: at,
          created_at: at,
          updated_at: at,
        })),
      ).flat(),
    );
  await insertRows(
    db,
    'fore_up_availabilities',
    open.map((row, i) => ({ id: i + 1, ...row })),
  );
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
    };
  });
  await insertRows(db, 'lost_leads', leads);
  const year = String(Number(today.slice(0, 4)) + 2);
  const waiting = leads.slice(0, 7).map((lead, i) => ({
    id: i + 1,
    fore_up_availability_id: i * 60 + 1,
    lost_lead_id: lead.id,
    position: 1,
    card_token: DEMO_TOKENS[i] ?? null,
    card_last4: DEMO_TOKENS[i] ? '4242' : null,
    card_expmo: DEMO_TOKENS[i] ? '12' : null,
    card_expyr: DEMO_TOKENS[i] ? year : null,
  }));
  await insertRows(db, 'availability_queues', waiting);
}

import { clockOf } from '../../src/contract/spoken-times.ts';
import type { Db } from './insert.ts';

const HOUR = 3_600_000;
// How many minutes after the open time each of a queue would rather play.
const WANTED_LATER = [0, 17, 43];

/** Others who wait in the queues that there are: parties of every size, some for days, and what came of yesterday's calls. */
export async function fillCallers(db: Db, { now }: { now: number }): Promise<void> {
  const queues = await db
    .selectFrom('availability_queues as q')
    .innerJoin('fore_up_availabilities as a', 'a.id', 'q.fore_up_availability_id')
    .select(['a.id', 'a.course_id', 'a.available_date', 'a.available_time', 'a.spots'])
    .distinct()
    .orderBy('a.id')
    .execute();
  const waits = queues.flatMap((queue) => WANTED_LATER.map((later) => ({ ...queue, later })));
  const leads = await db
    .insertInto('lost_leads')
    .values(
      waits.map(({ course_id, available_date, available_time, spots, later }, i) => ({
        ...{
          course_id,
          customer_id: 40 + 9 * i,
          players: (i % 5 === 4 ? null : spots[i % spots.length]) ?? 3,
          lead_date: available_date,
        },
        play_time: minutesLater(available_time, later),
        created_at: new Date(now - (30 + i * 7) * HOUR).toISOString(),
      })),
    )
    .returning('id')
    .execute();
  const places = waits.map(({ id }, i) => ({ fore_up_availability_id: id, lost_lead_id: leads[i]?.id ?? 0 }));
  await db.insertInto('availability_queues').values(places).execute();
  await db
    .insertInto('lead_calls')
    .values(
      places.slice(0, 3).map((place, i) => ({
        ...{ ...place, outcome: i === 1 ? ('calls_back' as const) : ('no_answer' as const) },
        ...{ made_by: 'Ben Hale', created_at: new Date(now - (20 + i) * HOUR).toISOString() },
      })),
    )
    .execute();
}

function minutesLater(time: number, minutes: number): string {
  const total = Math.floor(time / 100) * 60 + (time % 100) + minutes;
  return clockOf(Math.floor(total / 60) * 100 + (total % 60));
}

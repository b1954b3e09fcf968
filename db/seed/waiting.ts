import { insertRows, type Db } from './insert.ts';
import { fillOpenTimes } from './open-times.ts';
import { CUSTOMERS } from './people.ts';
import type { Random } from './random.ts';

/** The cards that two waiting customers left: tokens at the built-in gateway, which is told of them when it begins. */
export const DEMO_TOKENS = ['tok_demo_1', 'tok_demo_2'];

type Clock = { today: string; now: number; timeZone: string };

/** Open times, searches that got away, and a wait list of seven. */
export async function fillWaiting(db: Db, random: Random, clock: Clock): Promise<void> {
  const open = await fillOpenTimes(db, random, clock);
  const { today, now } = clock;
  const year = String(Number(today.slice(0, 4)) + 2);
  // Those that a party of up to four waits for lie days ahead, at any course.
  const wanted = open.filter(
    ({ available_date, spots, holes }) => available_date > today && spots.length > 0 && holes !== 9,
  );
  const leads = Array.from({ length: 25 }, (_, i) => {
    const time = wanted[Math.floor(((i + 0.5) * wanted.length) / 25)];
    const hours = String(time?.available_time ?? 742).padStart(4, '0');
    return {
      id: i + 1,
      customer_id: random.between(2, CUSTOMERS),
      course_id: time?.course_id ?? 1,
      players: random.pick(time?.spots ?? [2]),
      lead_date: time?.available_date ?? today,
      play_time: `${hours.slice(0, 2)}:${hours.slice(2)}`,
      created_at: new Date(now - (26 - i) * 3_600_000).toISOString(),
      source: 'public' as const,
      card_token: DEMO_TOKENS[i] ?? null,
      card_last4: DEMO_TOKENS[i] ? '4242' : null,
      card_expmo: DEMO_TOKENS[i] ? '12' : null,
      card_expyr: DEMO_TOKENS[i] ? year : null,
      open_time: time?.id ?? 1,
    };
  });
  await insertRows(
    db,
    'lost_leads',
    leads.map(({ open_time: _, ...lead }) => lead),
  );
  const waiting = leads
    .slice(0, 7)
    .map(({ id, open_time }) => ({ id, fore_up_availability_id: open_time, lost_lead_id: id }));
  await insertRows(db, 'availability_queues', waiting);
}

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { counts } from './counts.contract.ts';

const app = testApp();

test('counts open queues with somebody waiting, and leads from today on that may still be booked', async () => {
  app.setClock('2031-05-04T18:00:00Z');
  const agent = await app.signedIn('agent');
  const course = await aCourse(app.db);
  const count = async () => {
    const { queues, leads } = await app.ok(counts.show, {}, agent);
    return { queues, leads };
  };
  expect(await count()).toEqual({ queues: 0, leads: 0 });
  const time = (day: string, clock: number) => sql`
    insert into fore_up_availabilities (course_id, available_date, available_time, spots, starts_at)
    values (${course.id}, ${day}, ${clock}, '{4}', ${`${day}T16:00:00Z`})`;
  await time('2031-05-05', 900).execute(app.db);
  await time('2031-05-05', 910).execute(app.db);
  await time('2031-05-03', 900).execute(app.db);
  await sql`insert into lost_leads (course_id, lead_date, play_time, players)
    select ${course.id}, d::date, '09:00', 4 from unnest(array['2031-05-04', '2031-05-05', '2031-05-05', '2031-05-03']) d`.execute(
    app.db,
  );
  expect(await count()).toEqual({ queues: 0, leads: 3 });
  // Two customers wait for the first open time; one of them also waits for the second.
  await sql`insert into availability_queues (fore_up_availability_id, lost_lead_id)
    values (1, 2), (1, 3), (2, 2), (3, 4)`.execute(app.db);
  expect(await count()).toEqual({ queues: 2, leads: 3 });
  await sql`update fore_up_availabilities set queue_closed_at = now() where id = 2`.execute(app.db);
  expect(await count()).toEqual({ queues: 1, leads: 3 });
  await sql`update lost_leads set unwanted_at = now() where id in (2, 3)`.execute(app.db);
  expect(await count()).toEqual({ queues: 0, leads: 1 });
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aCourse, aQueueEntry } from '../../../test/support/factories.ts';
import { notify } from '../notices/notices.queries.ts';
import { home } from './home.contract.ts';

const desk = testApp();

test('names sources that need somebody, callers whose time is open and fits, and letters nobody has seen to', async () => {
  desk.setClock('2030-05-20T18:00:00Z');
  const agent = await desk.signedIn('agent');
  const toDo = () => desk.ok(home.toDo, {}, agent);
  expect(await toDo()).toEqual({ sources: [], callers: 0, letters: 0 });
  const { id, course_name } = await aCourse(desk.db, { fore_up_id: '19000' });
  await sql`insert into course_sources (course_id, system, course_ref, cause, failures)
    values (${id}, 'fore_up', '19000', 'credentials', 1)`.execute(desk.db);
  expect((await toDo()).sources).toEqual([course_name]);
  // Spots of the open time are 2 and 4.
  const entry = await aQueueEntry(desk.db, id);
  await aQueueEntry(desk.db, id, { lead: { players: 3 } });
  expect((await toDo()).callers).toBe(1);
  await sql`update fore_up_availabilities set gone_at = now(), missed_at = now() where id = ${entry.fore_up_availability_id}`.execute(
    desk.db,
  );
  expect((await toDo()).callers).toBe(0);
  await notify(desk.db, { kind: 'mail', message: 'Not delivered', tee_time_id: null });
  await notify(desk.db, { kind: 'ledger', message: 'Something else', tee_time_id: null });
  expect((await toDo()).letters).toBe(1);
  await sql`update notices set dismissed_at = now()`.execute(desk.db);
  expect((await toDo()).letters).toBe(0);
});

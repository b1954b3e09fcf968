import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aCourse, aCustomer, anOpenTime, aTeeTime } from '../../../../test/support/factories.ts';
import { workedTable, type WorkedTableRow } from '../../../../test/support/worked-table.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { queueLead, queueLeadsForOpenTimes } from './matching.queries.ts';

const app = testApp();
const DAY = '2030-06-01';
let customer_id: number;
beforeAll(async () => {
  customer_id = (await aCustomer(app.db)).id;
});

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
const GONE = { missed_at: YESTERDAY, gone_at: YESTERDAY };
const TIMES: Record<string, Partial<Parameters<typeof anOpenTime>[1]>> = {
  '': {},
  'parties of 2 and 4': { spots: [2, 4] },
  '9 holes': { holes: 9 },
  'holes not known': { holes: null },
  'on the next day': { available_date: '2030-06-02' },
  'its queue is closed': { queue_closed_at: YESTERDAY },
  gone: GONE,
  'missed once': { missed_at: YESTERDAY },
  'of the day before now': { starts_at: YESTERDAY },
  'at another course': {},
  'booked for the lead': {},
  'not wanted': {},
};

const aLead = (
  course_id: number,
  given: Partial<{ players: number; play_time: string; unwanted_at: string }>,
) =>
  app.db
    .insertInto('lost_leads')
    .values({ course_id, customer_id, players: 2, lead_date: DAY, play_time: '08:00', ...given })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Creates the lead and the open time that a row of the table describes. */
async function given(row: WorkedTableRow) {
  const course = await aCourse(app.db);
  const said = row.cell('the time');
  const told = TIMES[said];
  if (!told) throw new Error(`nobody knows a time '${said}'`);
  const elsewhere = said === 'at another course' ? await aCourse(app.db) : course;
  const lead = await aLead(course.id, {
    players: Number(row.cell('players')),
    play_time: row.cell('wanted'),
    ...(said === 'not wanted' && { unwanted_at: YESTERDAY }),
  });
  if (said === 'booked for the lead') {
    const { id } = await aTeeTime(app.db, { course_id: course.id, customer_id, play_date: DAY });
    await app.db.updateTable('lost_leads').set({ tee_time_id: id }).where('id', '=', lead.id).execute();
  }
  const time = await anOpenTime(app.db, {
    course_id: elsewhere.id,
    available_date: DAY,
    available_time: 800,
    spots: [2, 3, 4],
    holes: 18,
    ...told,
  });
  return { course, lead, time };
}

const queueOf = async (time: { id: number }) =>
  (
    await app.db
      .selectFrom('availability_queues')
      .select('lost_lead_id')
      .where('fore_up_availability_id', '=', time.id)
      .execute()
  ).map(({ lost_lead_id }) => lost_lead_id);

describe('which leads wait, as docs/algorithms/open-times.md has it', () => {
  test.each(workedTable('open-times', 'Which leads wait').map((row) => [row.title, row] as const))(
    '%s',
    async (_, row) => {
      const waits = row.cell('waits') === 'yes';
      const early = await given(row);
      const matched = await runTransaction(app.db, (db) =>
        queueLeadsForOpenTimes(db, early.course.id, [early.time.id]),
      );
      expect({ matched, queue: await queueOf(early.time) }).toEqual({
        matched: waits ? 1 : 0,
        queue: waits ? [early.lead.id] : [],
      });
      const late = await given(row);
      expect(await runTransaction(app.db, (db) => queueLead(db, late.lead.id))).toBe(waits ? 1 : 0);
      expect(await queueOf(late.time)).toEqual(waits ? [late.lead.id] : []);
    },
  );
});

test('matching again takes no second place, and every time that fits has one', async () => {
  const course = await aCourse(app.db);
  const [near, far] = await Promise.all(
    [800, 1000].map((available_time) =>
      anOpenTime(app.db, { course_id: course.id, available_date: DAY, available_time }),
    ),
  );
  const also = await anOpenTime(app.db, { course_id: course.id, available_date: DAY, available_time: 845 });
  const [first, second] = [await aLead(course.id, {}), await aLead(course.id, {})];
  expect(await runTransaction(app.db, (db) => queueLead(db, first.id))).toBe(2);
  const ids = [near!.id, far!.id, also.id];
  expect(await runTransaction(app.db, (db) => queueLeadsForOpenTimes(db, course.id, ids))).toBe(2);
  expect(await runTransaction(app.db, (db) => queueLeadsForOpenTimes(db, course.id, ids))).toBe(0);
  expect(await queueOf(near!)).toEqual([first.id, second.id]);
  expect(await queueOf(far!)).toEqual([]);
});

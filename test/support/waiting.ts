import type { Insertable } from 'kysely';
import { beforeAll, beforeEach } from 'vitest';
import { waitList } from '../../src/areas/wait-list/wait-list.contract.ts';
import type { Tables } from '../../src/server/database/tables.ts';
import { testApp, type HeaderFields } from './app.ts';
import { aCourse, aCustomer, anOpenTime, aTeeTime } from './factories.ts';

export const WAIT_LIST_NOW = '2030-05-30T12:00:00.000Z';
type Lead = Partial<Insertable<Tables['lost_leads']>>;

/**
 * Sets up a company with a course on May 30th 2030, and returns functions that let customers wait there and read the wait
 * list.
 */
export function waitListSetup() {
  const app = testApp();
  const at = { agent: {} as HeaderFields, course: { id: 0, course_name: '' } };
  beforeAll(async () => {
    at.course = await aCourse(app.db, { course_name: 'Torrey Pines South' });
  });
  beforeEach(async () => {
    app.setClock(WAIT_LIST_NOW);
    at.agent = await app.signedIn('agent');
  });

  /** Creates a customer who waits for an open time. */
  async function waits(open: { id: number }, given: Lead = {}) {
    const customer = await aCustomer(app.db, { primary_phone: '619-555-0143', postcode: '92037' });
    const lead = await app.db
      .insertInto('lost_leads')
      .values({
        course_id: at.course.id,
        customer_id: customer.id,
        players: 2,
        lead_date: '2030-06-01',
        play_time: '07:50',
        created_at: '2030-05-24T12:00:00Z',
        ...given,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const entry = await app.db
      .insertInto('availability_queues')
      .values({ fore_up_availability_id: open.id, lost_lead_id: lead.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { entry_id: entry.id, lead_id: lead.id, customer };
  }
  const openTime = (given: Partial<Insertable<Tables['fore_up_availabilities']>> = {}) =>
    anOpenTime(app.db, { course_id: at.course.id, ...given });
  async function aBooking(): Promise<number> {
    const customer = await aCustomer(app.db);
    return (await aTeeTime(app.db, { course_id: at.course.id, customer_id: customer.id })).id;
  }
  const queueOf = (id: number) => app.ok(waitList.index, { query: { id } }, at.agent);
  const listed = async (id: number) =>
    (await app.ok(waitList.queues, {}, at.agent)).find((row) => row.id === id);
  const close = (id: number) => app.ok(waitList.close, { query: { id } }, at.agent);
  const reopen = (id: number) => app.ok(waitList.reopen, { body: { id } }, at.agent);

  return { app, at, waits, openTime, aBooking, queueOf, listed, close, reopen };
}

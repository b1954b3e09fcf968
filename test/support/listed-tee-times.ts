import { beforeAll } from 'vitest';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { testApp, type HeaderFields } from './app.ts';
import { aCourse, aCustomer, aRate, aTeeTime } from './factories.ts';

type Course = { id: number; course_name: string };

/** Sets up a company with two courses, two customers and five tee times, and returns functions that list the tee times. */
export function listedTeeTimesSetup() {
  const app = testApp();
  const at = { agent: {} as HeaderFields, course: {} as Course, other: {} as Course, bob: { id: 0 } };
  beforeAll(async () => {
    at.agent = await app.signedIn('agent');
    at.course = await aCourse(app.db, { course_name: 'Balboa Park', rate_required: true });
    at.other = await aCourse(app.db, { course_name: 'Torrey Pines' });
    await aRate(app.db, at.course.id);
    const ann = await aCustomer(app.db, {
      first_name: 'Ann',
      last_name: 'Zeller',
      email: 'ann@list.example',
      primary_phone: '619-555-0001',
    });
    at.bob = await aCustomer(app.db, { first_name: 'bob', last_name: 'Young', email: 'bob@list.example' });
    const on = (day: number, hour: number) => ({ play_date: `2031-07-0${day}`, play_time: `0${hour}:30` });
    const row = (given: Omit<Parameters<typeof aTeeTime>[1], 'customer_id' | 'course_id'>, isAnn = false) =>
      aTeeTime(app.db, {
        course_id: isAnn ? at.course.id : at.other.id,
        customer_id: isAnn ? ann.id : at.bob.id,
        ...given,
      });
    await row({ ...on(1, 7), confirmation: 'ALPHA_1', agent: 'Zoe', notes: '100% carts', players: 1 }, true);
    await row({ ...on(2, 6), confirmation: 'BETA', agent: 'adam', internal_notes: 'VIP', raw_cost: 12_345 });
    await row({ play_date: '2020-01-01', play_time: '09:00', players: 3, payment_id: 'pay_list' });
    await row({ ...on(2, 6), state: 'cancel_pending', created_at: '2019-03-04T07:59:59Z' });
    await row({ ...on(3, 8), state: 'canceled', created_at: '2019-03-04T08:00:00Z' });
  });

  const show = (id: number) => app.ok(teeTimes.show, { params: { id } }, at.agent);
  return { app, at, show };
}

import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { bookTeeTime } from '../../../../test/support/bookings.ts';
import { aCourse, anOpenTime } from '../../../../test/support/factories.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { booking } from '../booking.contract.ts';

const app = testApp();

test('the largest party of a minute is that of all its open times, and is not known where none is open', async () => {
  const agent = await app.signedIn('agent');
  const course = await aCourse(app.db);
  const at = { course_id: course.id, available_date: '2030-06-01', available_time: 742 };
  const largest = async (play_time: string, course_id = course.id) => {
    const query = { course_id, play_date: '2030-06-01', play_time };
    return (await app.ok(booking.minute, { query }, agent)).largest_party;
  };
  expect(await largest('07:42')).toBeNull();
  await anOpenTime(app.db, { ...at, starting_side: 'Front', spots: [1, 2] });
  expect(await largest('07:42')).toBe(2);
  const back = await anOpenTime(app.db, { ...at, starting_side: 'Back', spots: [2, 4] });
  expect(await largest('07:42')).toBe(4);
  expect(await largest('07:43')).toBeNull();
  expect(await largest('07:42', course.id + 1)).toBeNull();

  await app.db
    .updateTable('fore_up_availabilities')
    .set({ missed_at: new Date(), gone_at: new Date() })
    .where('id', '=', back.id)
    .execute();
  expect(await largest('07:42')).toBe(2);
  // An open time that has begun is no longer open.
  await app.db
    .updateTable('fore_up_availabilities')
    .set({ starts_at: new Date('2020-06-01') })
    .where('course_id', '=', course.id)
    .execute();
  expect(await largest('07:42')).toBeNull();
});

test("the question is the screen's: a larger party that is sent is booked", async () => {
  const agent = await app.signedIn('agent');
  const course = await aCourse(app.db);
  await anOpenTime(app.db, { course_id: course.id, spots: [1, 2, 3, 4] });
  const tee_time = { play_date: '2030-06-01', play_time: '07:42', players: 99 };
  expect(await bookTeeTime(app, agent, { course: course.id, tee_time })).toMatchObject({ players: 99 });
});

test('who is booked for a minute of a course is known, without what was canceled', async () => {
  const [agent, admin] = [await app.signedIn('agent'), await app.signedIn('admin')];
  const { id: course } = await aCourse(app.db);
  const customer = { first_name: 'Robin', last_name: 'Twice', email: 'robin@twice.example' };
  const made = await bookTeeTime(app, agent, { course, customer });
  await bookTeeTime(app, agent, { course, tee_time: { play_time: '07:43' } });
  await bookTeeTime(app, agent, { course, tee_time: { play_date: '2030-06-02' } });
  await bookTeeTime(app, agent, { course: (await aCourse(app.db)).id });
  const query = { course_id: course, play_date: '2030-06-01', play_time: '07:42' };
  const booked = async () => (await app.ok(booking.minute, { query }, agent)).booked;
  expect(await booked()).toEqual([{ id: made.id, players: 4, ...customer }]);
  await app.ok(teeTimes.cancel, { body: { id: made.id, cancel: true, force_cancel: true } }, admin);
  expect(await booked()).toEqual([]);
});

import { beforeAll } from 'vitest';
import { courseGroups } from '../../src/areas/course-groups/course-groups.contract.ts';
import { helpfulLinks } from '../../src/areas/helpful-links/helpful-links.contract.ts';
import { holidays } from '../../src/areas/holidays/holidays.contract.ts';
import { maintenances } from '../../src/areas/maintenances/maintenances.contract.ts';
import { staffUsers } from '../../src/areas/staff-users/staff-users.contract.ts';
import { history, type RecordWithHistory } from '../../src/contract/history/history.ts';
import { testApp, type HeaderFields, type TestApp } from './app.ts';
import { bookTeeTime } from './bookings.ts';
import { aCertificate, aRentalClub, aCourse, aCustomer, aDiscount, aRate } from './factories.ts';

/** Sets up a company with a course, and returns functions that read a record's history and write notes in it. */
export function historySetup() {
  const app = testApp();
  const at = { admin: {} as HeaderFields, agent: {} as HeaderFields, course: { id: 0, course_name: '' } };
  beforeAll(async () => {
    at.admin = await app.signedIn('admin');
    at.agent = await app.signedIn('agent');
    at.course = await aCourse(app.db, { course_name: 'Twin Oaks', email: 'pro@course.example' });
  });

  const page = (record: RecordWithHistory, id: number, number = 1, who = at.admin) =>
    app.ok(history.show, { params: { record, id }, query: { page: number } }, who);
  /** Returns the complete history of a record, page after page. */
  async function whole(record: RecordWithHistory, id: number, who = at.admin) {
    const told = [];
    for (let number = 1; ; number += 1) {
      const one = await page(record, id, number, who);
      told.push(...one.told);
      if (!one.has_more) return told;
    }
  }
  const read = async (record: RecordWithHistory, id: number) =>
    (await whole(record, id)).map(({ did, changes, note }) => [
      did,
      ...changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
      ...(note === null ? [] : [note]),
    ]);
  const note = (record: RecordWithHistory, id: number, text: string, who = at.agent) =>
    app.call(history.note, { params: { record, id }, body: { note: text } }, who);

  return { app, at, page, whole, read, note };
}

type RecordInput = { admin: HeaderFields; agent: HeaderFields; course: { id: number }; secret: string };
/** Creates a record of every kind that has a history, and returns their ids; the staff user gets the given password. */
export async function aRecordOfEachKind(
  app: TestApp,
  { admin, agent, course, secret }: RecordInput,
): Promise<Record<RecordWithHistory, number>> {
  const ok = async (made: Promise<{ id: number }>) => (await made).id;
  const day = { start_date: '2026-09-07', end_date: '2026-09-07' };
  const user = { email: 'told@desk.example', name: 'Told', password: secret, password_confirmation: secret };
  return {
    api_users: await ok(
      app.db
        .insertInto('api_users')
        .values({ api_user_name: 'Golf Away Travel' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
    course_groups: await ok(
      app.ok(courseGroups.create, { body: { course_group: { group_name: 'G', courses: [] } } }, admin),
    ),
    courses: course.id,
    customers: (await aCustomer(app.db)).id,
    discounts: (await aDiscount(app.db)).id,
    gift_certificate_sale_configurations: 1,
    gift_certificates: (await aCertificate(app.db)).id,
    helpful_links: await ok(
      app.ok(
        helpfulLinks.create,
        { body: { helpful_link: { url: 'https://one.example', description: 'One', type: 'Hotel' } } },
        admin,
      ),
    ),
    holidays: await ok(
      app.ok(
        holidays.create,
        { body: { holiday: { name: 'Labor Day', ...day, courses: [{ id: course.id }] } } },
        admin,
      ),
    ),
    images: await ok(
      app.db.insertInto('images').values({ course_id: course.id }).returning('id').executeTakeFirstOrThrow(),
    ),
    maintenances: await ok(
      app.ok(
        maintenances.create,
        { body: { maintenance: { ...day, course, description: 'Greens' } } },
        admin,
      ),
    ),
    rates: (await aRate(app.db, course.id)).id,
    rental_clubs: await ok(aRentalClub(app.db, course.id)),
    ric_messages: 1,
    staff_users: await ok(app.ok(staffUsers.create, { body: { ric_user: user, groups: 'sdgr' } }, admin)),
    tee_times: (await bookTeeTime(app, agent, { course: course.id })).id,
  };
}

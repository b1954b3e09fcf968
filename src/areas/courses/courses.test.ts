import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { testRecordCalls } from '../../../test/support/catalogue.ts';
import { listsRecords } from '../../../test/support/catalogue-lists.ts';
import {
  aCertificate,
  aRentalClub,
  aCourse,
  aCustomer,
  aRate,
  aTeeTime,
} from '../../../test/support/factories.ts';
import { courses } from './courses.contract.ts';

const app = testApp();
let admin: HeaderFields;
let ids: number[];
beforeAll(async () => {
  admin = await app.signedIn('admin');
  const south = await aCourse(app.db, {
    course_name: 'south',
    address: '11480 N Torrey Pines Rd',
    city: 'La Jolla',
    phone: '858 452 3226',
    email: 'b@south.example',
  });
  const north = await aCourse(app.db, {
    course_name: 'North 100%',
    address: '1 Alpha Way',
    city: 'Del Mar',
    phone: '619 555 0100',
    email: 'A@north.example',
    inactive: true,
  });
  const plain = await aCourse(app.db, { course_name: 'Zeta', email: null, internal_only: true });
  ids = [south.id, north.id, plain.id];
});

listsRecords(app, {
  calls: courses,
  by: 'course_name',
  byDefault: () => ['North 100%', 'south', 'Zeta'],
  filters: () => [
    [{ id: ids[2] ?? 0 }, ['Zeta']],
    [{ course_name: 'SOU' }, ['south']],
    [{ course_name: '%' }, ['North 100%']],
    [{ inactive: true }, ['North 100%']],
    [{ inactive: false, internal_only: false }, ['south']],
    [{ internal_only: true }, ['Zeta']],
    [{ address: 'torrey' }, ['south']],
    [{ city: 'l' }, ['south', 'North 100%']],
    [{ phone: '(619) 555-01' }, ['North 100%']],
    [{ phone: '+1 619-555-0100' }, ['North 100%']],
    [{ course_email: 'SOUTH' }, ['south']],
  ],
  sorts: () => [
    ['id', ['south', 'North 100%', 'Zeta']],
    ['course_name', ['North 100%', 'south', 'Zeta']],
    ['inactive', ['south', 'Zeta', 'North 100%']],
    ['internal_only', ['south', 'North 100%', 'Zeta']],
    ['address', ['North 100%', 'south', 'Zeta']],
    ['city', ['North 100%', 'south', 'Zeta']],
    ['phone', ['North 100%', 'south', 'Zeta']],
    ['course_email', ['North 100%', 'south', 'Zeta']],
  ],
});

test('what is missing comes last in either direction', async () => {
  const names = async (sort: string, desc: boolean) =>
    (await app.ok(courses.index, { query: { sort_fields: [sort], sort_desc: [desc] } }, admin)).map(
      (row) => row.course_name,
    );
  for (const column of ['address', 'city', 'phone', 'course_email']) {
    expect(await names(column, false)).toEqual(['North 100%', 'south', 'Zeta']);
    expect(await names(column, true)).toEqual(['south', 'North 100%', 'Zeta']);
  }
});

const long = (length: number) => 'x'.repeat(length + 1);
let made = 0;
testRecordCalls(app, {
  calls: courses,
  key: 'course',
  writtenBy: 'admin',
  good: () => ({
    course_name: `Made ${(made += 1)}`,
    display_name: 'The Made Golf Course',
    address: '1 Fairway',
    address_2: 'Clubhouse',
    city: 'Carlsbad',
    subdivision: 'CA',
    postcode: '92009',
    country_alpha2: 'US',
    time_zone: 'America/Denver',
    phone: '(760) 555-0199',
    email: 'pro@made.example',
    rate_required: false,
    internal_only: true,
    is_realtime: true,
    inactive: true,
    cart_rate: '22.50',
    days_out_to_scrape: 14,
    round_limit: 60,
    description: 'Eighteen holes.',
    quality: 4,
    position: 7,
    price_min: '49.00',
    price_max: '199.00',
    distance_from_airport: 12.5,
    image_url: 'https://pictures.example/made.jpg',
    golfswitch_course: { gs_id: `7001-${made}`, gs_xid: `MDE7001-${made}` },
    golfnow_course: { golfnow_id: `1501-${made}` },
    club_prophet_course: { club_prophet_id: `301-${made}` },
    fore_up_course: { fore_up_id: '19001' },
  }),
  shown: () => ({
    course_name: expect.stringMatching(/^Made/),
    golfswitch_course: { gs_id: expect.stringMatching(/^7001-/), gs_xid: expect.stringMatching(/^MDE7001-/) },
    golfnow_course: { golfnow_id: expect.stringMatching(/^1501-/) },
    club_prophet_course: { club_prophet_id: expect.stringMatching(/^301-/) },
  }),
  changed: () => ({ display_name: null, cart_rate: null, price_min: null, quality: 1, inactive: false }),
  refused: () => [
    ['course_name', { course_name: ' ' }],
    ['course_name', { course_name: long(150) }],
    ['course_name', { course_name: 'SOUTH' }],
    ['display_name', { display_name: long(150) }],
    ['address', { address: long(200) }],
    ['address_2', { address_2: 7 }],
    ['city', { city: long(100) }],
    ['subdivision', { subdivision: long(100) }],
    ['postcode', { postcode: long(12) }],
    ['country_alpha2', { country_alpha2: 'XX' }],
    ['country_alpha2', { country_alpha2: 'USA' }],
    ['time_zone', { time_zone: 'Mars' }],
    ['time_zone', { time_zone: 'america/denver' }],
    ['phone', { phone: '12' }],
    ['email', { email: 'nobody' }],
    ['rate_required', { rate_required: 'yes' }],
    ['internal_only', { internal_only: 0 }],
    ['is_realtime', { is_realtime: null }],
    ['inactive', { inactive: 'false' }],
    ['cart_rate', { cart_rate: 'free' }],
    ['days_out_to_scrape', { days_out_to_scrape: 366 }],
    ['round_limit', { round_limit: -1 }],
    ['description', { description: long(10_000) }],
    ['quality', { quality: 6 }],
    ['quality', { quality: 0 }],
    ['position', { position: 1.5 }],
    ['price_min', { price_min: '-1' }],
    ['price_max', { price_min: '50', price_max: '49.99' }],
    ['distance_from_airport', { distance_from_airport: 'far' }],
    ['image_url', { image_url: 'javascript:alert(1)' }],
    ['image_url', { image_url: 'https://user:secret@pictures.example/made.jpg' }],
    ['golfswitch_course.gs_id', { golfswitch_course: { gs_id: 'a b' } }],
    ['golfswitch_course.gs_xid', { golfswitch_course: { gs_xid: long(60) } }],
    ['golfnow_course.golfnow_id', { golfnow_course: { golfnow_id: '<x>' } }],
    ['club_prophet_course.club_prophet_id', { club_prophet_course: { club_prophet_id: 1 } }],
    ['fore_up_course.fore_up_id', { fore_up_course: { fore_up_id: ';' } }],
  ],
});

test('a new course with its name alone has the defaults', async () => {
  const { id } = await app.ok(courses.create, { body: { course: { course_name: 'Bare' } } }, admin);
  expect(await app.ok(courses.show, { params: { id } }, admin)).toMatchObject({
    rate_required: true,
    internal_only: false,
    quality: 1,
    position: 1,
    cart_rate: null,
    golfnow_course: { id, golfnow_id: null },
  });
});

test('a course that other records use is kept; the sentence names them and the flag', async () => {
  const { id } = await aCourse(app.db);
  await aRate(app.db, id);
  await aRentalClub(app.db, id);
  await aCertificate(app.db, { course_id: id });
  const customer = await aCustomer(app.db);
  await aTeeTime(app.db, { course_id: id, customer_id: customer.id });
  await aTeeTime(app.db, { course_id: id, customer_id: customer.id });
  expect(await app.call(courses.remove, { params: { id } }, admin)).toMatchObject({
    status: 422,
    body: {
      message:
        'This cannot be deleted: it is used by 2 tee times, 1 rate, 1 rental club and 1 gift certificate. Tick Inactive? instead, so that it is no longer offered.',
    },
  });
});

test('a change of one id at a system leaves the others as they are', async () => {
  const golfswitch_course = { gs_id: '81', gs_xid: 'X81' };
  const course = { course_name: 'Of ids', golfswitch_course, golfnow_course: { golfnow_id: '82' } };
  const { id } = await app.ok(courses.create, { body: { course } }, admin);
  await app.ok(courses.update, { body: { id, course: { golfswitch_course: { gs_xid: 'X83' } } } }, admin);
  expect(await app.ok(courses.show, { params: { id } }, admin)).toMatchObject({
    golfswitch_course: { gs_id: '81', gs_xid: 'X83' },
    golfnow_course: { golfnow_id: '82' },
  });
});

test("a system's id belongs to one course, which the refusal names", async () => {
  const ids = {
    golfswitch_course: { gs_id: '91', gs_xid: 'X91' },
    golfnow_course: { golfnow_id: '92' },
    club_prophet_course: { club_prophet_id: '93' },
    fore_up_course: { fore_up_id: '94.1' },
  };
  const first = await app.ok(courses.create, { body: { course: { course_name: 'First', ...ids } } }, admin);
  const second = await app.ok(courses.create, { body: { course: { course_name: 'Second' } } }, admin);
  const belongs = ['belongs to First already'];
  const refusal = {
    status: 422,
    body: {
      errors: {
        'golfswitch_course.gs_id': belongs,
        'golfswitch_course.gs_xid': belongs,
        'golfnow_course.golfnow_id': belongs,
        'club_prophet_course.club_prophet_id': belongs,
        'fore_up_course.fore_up_id': belongs,
      },
    },
  };
  const third = { course_name: 'Third', ...ids };
  expect(await app.call(courses.create, { body: { course: third } }, admin)).toMatchObject(refusal);
  expect(await app.call(courses.update, { body: { id: second.id, course: ids } }, admin)).toMatchObject(
    refusal,
  );
  await app.ok(courses.update, { body: { id: first.id, course: ids } }, admin);
  // A foreUP id without a tee sheet names a facility, which may be several courses.
  for (const { id } of [first, second])
    await app.ok(courses.update, { body: { id, course: { fore_up_course: { fore_up_id: '94' } } } }, admin);
});

test('two courses that had one id before can still be saved', async () => {
  const [one, other] = [await aCourse(app.db), await aCourse(app.db)];
  for (const { id } of [one, other])
    await app.db.updateTable('courses').set({ golfnow_id: '99' }).where('id', '=', id).execute();
  const course = { city: 'Oceanside', golfnow_course: { golfnow_id: '99' } };
  await app.ok(courses.update, { body: { id: other.id, course } }, admin);
});

test('two people who make a course of one name at once: one is told under the name', async () => {
  const both = await Promise.all(
    ['Twin', 'TWIN'].map((course_name) =>
      app.call(courses.create, { body: { course: { course_name } } }, admin),
    ),
  );
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { bookTeeTime } from '../../../test/support/bookings.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { businessNow } from '../../contract/dates.ts';
import { helpfulLinks } from '../helpful-links/helpful-links.contract.ts';
import { staffMessage } from '../staff-message/staff-message.contract.ts';
import { auditTrail } from './audit-trail.contract.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});

async function entries(filters: Record<string, string>) {
  const rows = await app.ok(auditTrail.index, { query: { filters } }, admin);
  expect(await app.ok(auditTrail.count, { query: { filters } }, admin)).toBe(rows.length);
  return rows;
}
const said = async (filters: Record<string, string>) => (await entries(filters)).map((entry) => entry.said);

const aLink = { url: 'https://weather.example', description: 'Weather', type: 'Helpful' as const };
const make = async () => (await app.ok(helpfulLinks.create, { body: { helpful_link: aLink } }, agent)).id;

test('an entry says who did what to which record, from where, in the words of its history', async () => {
  const id = await make();
  const { updated_at } = await app.ok(helpfulLinks.show, { params: { id } }, agent);
  const helpful_link = { ...aLink, description: 'Rain', updated_at };
  await app.ok(helpfulLinks.update, { body: { id, helpful_link } }, admin);
  const of = { subject: 'helpful_link', subject_id: String(id) };
  expect(await entries(of)).toMatchObject([
    {
      ...of,
      subject_id: id,
      action: 'edited',
      address: '127.0.0.1',
      said: 'changed: description: Weather → Rain',
    },
    { ...of, subject_id: id, action: 'created', address: '127.0.0.1', said: 'made it' },
  ]);
});

test('money and the names behind numbers are told as on their pages', async () => {
  const course = await aCourse(app.db, { course_name: 'Twin Oaks' });
  const { id } = await bookTeeTime(app, agent, { course: course.id });
  expect(await said({ subject: 'tee_time', subject_id: String(id) })).toEqual(['booked it for $412.00']);
  await app.ok(staffMessage.update, { body: { message: 'Greens aerated' } }, admin);
  expect(await said({ subject: 'ric_message' })).toEqual(['changed: message: Greens aerated']);
});

test('it is narrowed by day, person, address and what was done', async () => {
  await make();
  const made = { subject: 'helpful_link', action: 'created' };
  const all = (await entries(made)).length;
  const { date } = businessNow(app.context.now(), app.context.settings.businessTimeZone);
  expect(await entries({ ...made, created_at: date, address: '127.0' })).toHaveLength(all);
  expect(await entries({ ...made, created_at: '2020-01-01..2020-12-31' })).toEqual([]);
  const [made_by = ''] = (await entries(made)).map((entry) => entry.made_by);
  expect(await entries({ ...made, made_by: made_by.toUpperCase().slice(1) })).toHaveLength(all);
  expect(await entries({ ...made, made_by: 'nobody at all' })).toEqual([]);
  expect(await entries({ ...made, action: 'creat' })).toEqual([]);
});

test('it is for admins', async () => {
  for (const called of [auditTrail.index, auditTrail.count])
    expect((await app.call(called, { query: {} }, agent)).status).toBe(403);
});

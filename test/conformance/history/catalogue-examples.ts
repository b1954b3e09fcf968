import { helpfulLinks } from '../../../src/areas/helpful-links/helpful-links.contract.ts';
import { aCourse, aCustomer, aRate } from '../../support/factories.ts';
import { aName, byId, type Asking, type Example } from './example.ts';

const aLink = async ({ app, admin }: Asking) => {
  const helpful_link = { url: 'https://golf.example', description: aName() };
  await app.ok(helpfulLinks.create, { body: { helpful_link } }, admin);
  const second = await app.ok(helpfulLinks.create, { body: { helpful_link } }, admin);
  await app.ok(helpfulLinks.create, { body: { helpful_link } }, admin);
  return second;
};
const aRange = async ({ app, course }: Asking) => {
  const { id: golf_rate_id } = await aRate(app.db, course);
  const range = app.db.selectFrom('rate_date_ranges').select('id').where('golf_rate_id', '=', golf_rate_id);
  return { ...(await range.executeTakeFirstOrThrow()), golf_rate_id };
};
const RANGE = {
  start: '2031-01-01',
  end: '2031-02-01',
  time_start: '',
  time_end: '',
  rate_days: [{ name: 'Mon' }],
};

/** Valid requests for further calls about links, rates, customers and notes. */
export const OF_CATALOGUE: Record<string, Example> = {
  'PUT /api/helpful_links/update_type': async (asking) => ({
    body: { id: (await aLink(asking)).id, type: 'Hotel' },
  }),
  'GET /api/helpful_links/move_up/{id}': byId(aLink),
  'GET /api/helpful_links/move_down/{id}': byId(aLink),
  'POST /api/rate_date_ranges': async (asking) => ({
    body: { rate_date_range: { golf_rate_id: (await aRange(asking)).golf_rate_id, ...RANGE } },
  }),
  'PUT /api/rate_date_ranges/update': async (asking) => ({
    body: { rate_date_range: { id: (await aRange(asking)).id, end: '2030-01-01', description: 'Winter' } },
  }),
  'DELETE /api/rate_date_ranges/{id}': byId(aRange),
  'PUT /api/rate_date_ranges/copy': async (asking) => {
    const { id, golf_rate_id } = await aRange(asking);
    const other = await aCourse(asking.app.db);
    return { body: { golf_rate_id, rate_ids: [id], course_ids: [other.id] } };
  },
  'PUT /api/ric_messages/update': () => Promise.resolve({ body: { message: aName() } }),
  'POST /api/customer_merges': async ({ app }) => {
    const seen = async () => {
      const { id } = await aCustomer(app.db, { city: 'Vista' });
      const stored = app.db.selectFrom('customers').select(['id', 'updated_at']).where('id', '=', id);
      return stored.executeTakeFirstOrThrow();
    };
    return { body: { stays: await seen(), goes: await seen(), taken: ['email', 'last_name'] } };
  },
  'POST /api/histories/{record}/{id}': async ({ app }) => ({
    params: { record: 'customers', id: (await aCustomer(app.db)).id },
    body: { note: 'Plays left' },
  }),
};

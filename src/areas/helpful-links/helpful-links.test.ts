import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { helpfulLinks } from './helpful-links.contract.ts';

const app = testApp();
let agent: HeaderFields;

beforeAll(async () => {
  agent = await app.signedIn('agent');
  const link = (type: 'Helpful' | 'Hotel', order: number, description: string) => ({
    type,
    order,
    description,
    url: `https://${description.toLowerCase()}.example`,
  });
  await app.db
    .insertInto('helpful_links')
    .values([link('Helpful', 2, 'weather'), link('Hotel', 1, 'Lodge'), link('Helpful', 1, 'Maps')])
    .execute();
});

const index = async (query: object) =>
  (await app.ok(helpfulLinks.index, { query }, agent)).map((link) => link.description);

test('links come in their order, all of them', async () => {
  expect(await index({})).toEqual(['Lodge', 'Maps', 'weather']);
  expect(await app.ok(helpfulLinks.index, { query: { filters: { type: 'Hotel' } } }, agent)).toEqual([
    {
      id: expect.any(Number),
      url: 'https://lodge.example',
      description: 'Lodge',
      type: 'Hotel',
      order: 1,
      updated_at: expect.any(String),
    },
  ]);
});

test.each([
  [{ type: 'helpful' }, ['Maps', 'weather']],
  [{ type: 'Help' }, []],
  [{ url: 'MAPS' }, ['Maps']],
  [{ description: 'e' }, ['Lodge', 'weather']],
  [{ order: 2 }, ['weather']],
])('filters by %j', async (filters, found) => {
  expect(await index({ filters })).toEqual(found);
  expect(await app.ok(helpfulLinks.count, { query: { filters } }, agent)).toBe(found.length);
});

test.each([
  ['url', ['Lodge', 'Maps', 'weather']],
  ['description', ['Lodge', 'Maps', 'weather']],
  ['type', ['weather', 'Maps', 'Lodge']],
  ['order', ['Lodge', 'Maps', 'weather']],
])('sorts by %s', async (name, sorted) => expect(await index({ sort_fields: [name] })).toEqual(sorted));

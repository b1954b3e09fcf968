import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { testRecordCalls } from '../../../test/support/catalogue.ts';
import { helpfulLinks } from './helpful-links.contract.ts';

const app = testApp();
let agent: HeaderFields;
beforeAll(async () => {
  agent = await app.signedIn('agent');
});
beforeEach(async () => {
  await app.db.deleteFrom('helpful_links').execute();
});

testRecordCalls(app, {
  calls: helpfulLinks,
  key: 'helpful_link',
  writtenBy: 'staff',
  good: () => ({ url: 'https://weather.example/san-diego', description: 'Weather', type: 'Hotel', order: 1 }),
  changed: () => ({ description: 'Surf', url: 'http://surf.example' }),
  refused: () => [
    ['url', { url: '' }],
    ['url', { url: 'weather.example' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: 'https://user:secret@weather.example' }],
    ['url', { url: 'https://bank.example@evil.example/' }],
    ['url', { url: `https://x.example/${'x'.repeat(2000)}` }],
    ['description', { description: '  ' }],
    ['description', { description: 'x'.repeat(201) }],
    ['type', { type: 'Motel' }],
    ['order', { order: -1 }],
    ['order', { order: 1.5 }],
  ],
});

const add = async (description: string, given: object = {}) => {
  const helpful_link = { url: 'https://a.example', description, ...given };
  return (await app.ok(helpfulLinks.create, { body: { helpful_link } }, agent)).id;
};
const orderOf = async (type: string) =>
  (await app.ok(helpfulLinks.index, { query: { filters: { type } } }, agent)).map(
    (link) => `${link.order} ${link.description}`,
  );
const move = (way: 'moveUp' | 'moveDown', id: number) => app.ok(helpfulLinks[way], { params: { id } }, agent);

describe('the order', () => {
  test('of a new link is the end, or the place that was asked for', async () => {
    await add('a');
    await add('b', { order: 0 });
    await add('first', { order: 1 });
    await add('far', { order: 99 });
    expect(await orderOf('Helpful')).toEqual(['1 first', '2 a', '3 b', '4 far']);
  });

  test('is changed up and down; the first and the last stay', async () => {
    const [a, b, c] = [await add('a'), await add('b'), await add('c')];
    await move('moveUp', b);
    expect(await orderOf('Helpful')).toEqual(['1 b', '2 a', '3 c']);
    await move('moveUp', b);
    await move('moveDown', c);
    expect(await orderOf('Helpful')).toEqual(['1 b', '2 a', '3 c']);
    await move('moveDown', b);
    await move('moveDown', b);
    expect(await orderOf('Helpful')).toEqual(['1 a', '2 c', '3 b']);
    const loaded = await app.ok(helpfulLinks.show, { params: { id: b } }, agent);
    await app.ok(helpfulLinks.update, { body: { id: b, helpful_link: { ...loaded, order: 1 } } }, agent);
    expect(await orderOf('Helpful')).toEqual(['1 b', '2 a', '3 c']);
    expect((await app.call(helpfulLinks.moveUp, { params: { id: 424_242 } }, agent)).status).toBe(404);
    expect(a).toBeGreaterThan(0);
  });

  test('closes up when a link is deleted or changes its type', async () => {
    const [a, b] = [await add('a'), await add('b')];
    await add('c');
    await add('hotel', { type: 'hotel' });
    await app.ok(helpfulLinks.updateType, { body: { id: a, type: 'HOTEL' } }, agent);
    expect(await orderOf('Helpful')).toEqual(['1 b', '2 c']);
    expect(await orderOf('Hotel')).toEqual(['1 hotel', '2 a']);
    await app.ok(helpfulLinks.remove, { params: { id: b } }, agent);
    expect(await orderOf('Helpful')).toEqual(['1 c']);
    const refused = await app.call(helpfulLinks.updateType, { body: { id: a, type: 'Inn' } }, agent);
    expect(refused).toMatchObject({ status: 422, body: { errors: { type: [expect.any(String)] } } });
  });

  test('that was changed meanwhile is not put back by a form that was open', async () => {
    const [a, b] = [await add('a'), await add('b')];
    await add('c');
    for (const id of [a, b]) {
      const loaded = await app.ok(helpfulLinks.show, { params: { id } }, agent);
      await move('moveUp', b);
      await move('moveDown', b);
      const helpful_link = { ...loaded, description: 'late' };
      const late = await app.call(helpfulLinks.update, { body: { id, helpful_link } }, agent);
      expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining('changed this') } });
    }
  });

  test('and type change without undoing what somebody saves at the same moment', async () => {
    const id = await add('a');
    for (let round = 0; round < 8; round += 1) {
      const helpful_link = { url: 'https://a.example', description: `round ${round}`, type: 'Helpful' };
      await Promise.all([
        app.call(helpfulLinks.updateType, { body: { id, type: 'PSGR' } }, agent),
        app.ok(helpfulLinks.update, { body: { id, helpful_link } }, agent),
      ]);
      const { description } = await app.ok(helpfulLinks.show, { params: { id } }, agent);
      expect(description).toBe(`round ${round}`);
    }
  });

  test('is 1..n whatever eight people do at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`link ${n}`, { order: n % 3 })));
    expect((await orderOf('Helpful')).map((link) => Number(link.split(' ')[0]))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    const id = (n: number): number => ids[n] ?? 0;
    const TYPES = ['PSGR', 'Helpful'];
    for (let round = 0; round < 5; round += 1) {
      const acts = [
        app.call(helpfulLinks.moveUp, { params: { id: id(0) } }, agent),
        app.call(helpfulLinks.moveDown, { params: { id: id(1) } }, agent),
        app.call(helpfulLinks.moveDown, { params: { id: id(1) } }, agent),
        app.call(helpfulLinks.updateType, { body: { id: id(2), type: TYPES[round % 2] } }, agent),
        app.call(helpfulLinks.updateType, { body: { id: id(3), type: TYPES[(round + 1) % 2] } }, agent),
        app.call(helpfulLinks.moveUp, { params: { id: id(5) } }, agent),
        app.call(helpfulLinks.remove, { params: { id: round === 2 ? id(4) : 424_242 } }, agent),
        app.call(helpfulLinks.moveDown, { params: { id: id(6) } }, agent),
      ];
      for (const { status } of await Promise.all(acts)) expect([200, 404]).toContain(status);
      const rows = await app.db.selectFrom('helpful_links').select(['type', 'order']).execute();
      for (const type of ['Helpful', 'PSGR']) {
        const places = rows.filter((row) => row.type === type).map((row) => row.order);
        expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, at) => at + 1));
      }
    }
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { courseChoice } from '../course-choice/course-choice.contract.ts';
import { deals } from './deals.contract.ts';

const app = testApp();
let agent: HeaderFields;
beforeAll(async () => {
  agent = await app.signedIn('agent');
});

const find = (query: object) => app.ok(deals.index, { query }, agent);

describe('deals', () => {
  test('are found by the person’s e-mail, with the address of their pages', async () => {
    const found = await find({ email: 'ann@golf.example' });
    expect(found.deals[0]).toEqual({ id: expect.any(Number), title: expect.stringMatching(/,/) });
    expect(found.pipe_url).toMatch(/^http.*\/deal\/$/);
  });

  test('are found by id first, and by e-mail where there is none of that id', async () => {
    const { deals: ofAnn } = await find({ email: 'ann@golf.example' });
    const { deals: ofBob } = await find({ email: 'bob@golf.example' });
    const first = ofAnn[0];
    expect((await find({ dealId: first?.id, email: 'bob@golf.example' })).deals).toEqual([first]);
    expect((await find({ dealId: '1', email: 'bob@golf.example' })).deals).toEqual(ofBob);
    expect((await find({ dealId: '1' })).deals).toEqual([]);
  });

  test('are found by an e-mail typed in place of the id', async () => {
    expect(await find({ dealId: 'ann@golf.example' })).toEqual(await find({ email: 'ann@golf.example' }));
  });

  test('are found by an id or an e-mail as it is copied', async () => {
    const [first] = (await find({ email: 'ann@golf.example' })).deals;
    expect((await find({ dealId: `\u200b${first?.id}\u00a0` })).deals).toEqual([first]);
    for (const email of ['ann@golf.example\u200b', 'mailto:ann@golf.example'])
      expect(await find({ email })).toEqual(await find({ email: 'ann@golf.example' }));
  });

  test.each([{}, { dealId: 'x' }, { dealId: '-4' }, { course: '17' }, { email: 'nobody@golf.example' }])(
    'are none for %j',
    async (query) => expect((await find(query)).deals).toEqual([]),
  );
});

describe('a CRM that fails', () => {
  test.each([
    ['slow@golf.example', 'The CRM did not answer within 1.5 s.'],
    ['broken@golf.example', 'The CRM answered with an error (500).'],
  ])('is told in a sentence for %s, and stops nothing else', async (email, message) => {
    // The simulated CRM never answers, so that only RIC's own time limit ends the wait.
    const answer = await app.call(deals.index, { query: { email } }, agent);
    expect(answer).toMatchObject({ status: 502, body: { message } });
    expect((await app.call(courseChoice.list, {}, agent)).status).toBe(200);
  });
});

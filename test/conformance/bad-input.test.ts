import { z } from 'zod';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_MAX_BODY_BYTES, type HttpCall } from '../../src/contract/call.ts';
import { holidays } from '../../src/areas/holidays/holidays.contract.ts';
import { toJsonSchema } from '../../src/server/http/openapi.ts';
import { testApp, callUrl, type HeaderFields, type AnyCallInput } from '../support/app.ts';
import { callsWith, everyCall, exampleForSchema, callsOfEveryList, spoiledExamples } from './calls.ts';

const app = testApp();
let headers: HeaderFields;

beforeAll(async () => {
  headers = await app.signedIn('admin');
});

const WRONG: [string, unknown][] = [
  ['null', null],
  ['a boolean', true],
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['a huge number', 1e300],
  ['an empty text', ''],
  ['a long text', 'x'.repeat(3000)],
  ['a text with a zero byte', 'a\u0000b'],
  ['half a character', '\ud800'],
  ['SQL', "'); drop table tee_times; --"],
  ['a list', []],
  ['a list of lists', [[[]]]],
  ['an object', {}],
  ['a poisoned object', JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}')],
];

/** Signs in again for each request, because some of the tested calls end the session. */
async function askedAsAdmin(called: HttpCall, sent: AnyCallInput) {
  const answer = await app.call(called, sent, headers);
  if (answer.status !== 401 || called.access === 'public' || called.access === 'partner') return answer;
  headers = await app.signedIn('admin');
  const again = await app.call(called, sent, headers);
  expect(again.status).not.toBe(401);
  return again;
}

async function expectNoFailure(called: HttpCall, sent: AnyCallInput) {
  const { status, body } = await askedAsAdmin(called, sent);
  if (status >= 500)
    throw new Error(`${status} for ${JSON.stringify(sent).slice(0, 600)}: ${JSON.stringify(body)}`);
  if (status === 422) expect(body).toEqual(expect.objectContaining(oneOf(body)));
}
// Describes a rejection: a 422 either names fields or contains a sentence.
const oneOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'errors' in body
    ? { errors: expect.any(Object) }
    : { message: expect.any(String) };

describe.each(WRONG)('%s', (_, wrong) => {
  test.each(callsWith((called) => called.body !== undefined))('in the body of %s', async (_name, called) => {
    for (const body of spoiledExamples(exampleForSchema(called.body), wrong))
      await expectNoFailure(called, { body });
  });
  test.each(callsWith((called) => called.query !== undefined))(
    'in the query of %s',
    async (_name, called) => {
      for (const query of spoiledExamples(exampleForSchema(called.query), wrong)) {
        if (typeof query === 'object') await expectNoFailure(called, { query });
      }
    },
  );
  test.each(callsWith((called) => called.params !== undefined))(
    'in the path of %s',
    async (_name, called) => {
      // Half a surrogate pair cannot be written in an address.
      if (wrong === '\ud800') return;
      const [, ...params] = spoiledExamples(exampleForSchema(called.params), wrong);
      for (const one of params) if (typeof one === 'object') await expectNoFailure(called, { params: one });
    },
  );
});

describe('a body', () => {
  const withBody = callsWith((called) => called.method !== 'GET');
  const raw = async (called: HttpCall, payload: string, type = 'application/json') => {
    const { method } = called;
    const response = await app.server.inject({
      method,
      url: callUrl(called),
      payload,
      headers: { ...headers, 'content-type': type },
    });
    return response.statusCode;
  };

  test.each(withBody)('of %s that is missing, broken, huge or no JSON is refused', async (_, called) => {
    const statuses = {
      broken: await raw(called, '{"a": '),
      huge: await raw(called, JSON.stringify({ x: 'x'.repeat(called.maxBytes ?? DEFAULT_MAX_BODY_BYTES) })),
      form: await raw(called, 'a=1&b=2', 'application/x-www-form-urlencoded'),
      xml: await raw(called, '<a/>', 'text/xml'),
    };
    expect(statuses).toEqual({ broken: 400, huge: 413, form: 415, xml: 415 });
    if (called.body) expect((await app.call(called, {}, headers)).status).toBe(422);
  });

  test.each(withBody.filter(([, { body, upload }]) => body && !upload))(
    'of %s may have the longest text that it takes, in any script',
    (_, called) => {
      const lengths = JSON.stringify(toJsonSchema(called.body ?? z.null(), 'input')).matchAll(
        /"maxLength":(\d+)/g,
      );
      // A screenshot is base64, with one byte for each character.
      const longest = Math.max(0, ...Array.from(lengths, ([, most]) => Number(most)));
      const bytes = longest > 1_000_000 ? longest : 4 * longest;
      expect(bytes + 100_000).toBeLessThanOrEqual(called.maxBytes ?? DEFAULT_MAX_BODY_BYTES);
    },
  );

  test.each(callsWith((called) => called.body !== undefined))(
    'of %s must be an object',
    async (_, called) => {
      for (const body of ['[]', '"text"', '1', 'null']) expect(await raw(called, body)).toBe(422);
    },
  );
});

describe('a text', () => {
  const saving = (name: string) => {
    const holiday = { name, start_date: '2026-09-07', end_date: '2026-09-07', courses: [] };
    return app.call(holidays.create, { body: { holiday } }, headers);
  };

  test.each([
    ['a zero byte', 'a\u0000b'],
    ['the first half of a character', 'a\ud83c'],
    ['the second half of a character', '\udfcca'],
  ])('with %s cannot be kept, and is refused beside its field', async (_, name) => {
    expect(await saving(name)).toMatchObject({
      status: 422,
      body: { errors: { name: ['has a character that cannot be kept'] } },
    });
  });

  test('with any whole character is kept', async () => {
    const name = 'Día de Muertos 🏌️ \uffff \u2028 敬老の日';
    const { body } = await saving(name);
    const id = Number(Reflect.get(Object(body), 'id'));
    expect(await app.ok(holidays.show, { params: { id } }, headers)).toMatchObject({ name });
  });
});

describe('an address', () => {
  test.each([
    ['that cannot be decoded', '%zz', 400, 'The request cannot be read.'],
    ['that is too long', 'x'.repeat(3000), 414, 'The request is too large.'],
  ])('%s is refused like everything else', async (_, id, status, message) => {
    const url = `/api/holidays/show/${id}`;
    const response = await app.server.inject({ method: 'GET', url, headers });
    expect({ status: response.statusCode, body: response.json() }).toEqual({
      status,
      body: { message, request_id: expect.any(String) },
    });
  });
});

describe('a list', () => {
  test.each(callsOfEveryList)('%s refuses a filter it does not know', async (_, called) => {
    for (const name of ['nothing_like_this', 'id; drop table', 'constructor']) {
      const { status, body } = await app.call(called, { query: { filters: `{"${name}": "x"}` } }, headers);
      expect({ status, body }).toMatchObject({
        status: 422,
        body: {
          errors: { filters: [expect.stringContaining(`${name} is not a filter of this list, which has `)] },
        },
      });
    }
    for (const filters of ['x', '[]', '1', '{']) {
      const answer = await app.call(called, { query: { filters } }, headers);
      expect(answer).toMatchObject({ status: 422, body: { errors: { filters: [expect.any(String)] } } });
    }
  });

  test.each(callsOfEveryList)(
    '%s fails for no number, however it is typed, in a filter',
    async (_, called, filters) => {
      expect(filters).not.toEqual([]);
      for (const name of filters) {
        for (const number of ['2147483648', '999999999999999', '1,204', '-1,204', '１２', ' 12 ', '1.5'])
          await expectNoFailure(called, { query: { filters: { [name]: number } } });
      }
    },
  );

  const indexes = callsOfEveryList.filter(([, { list }]) => list);
  test.each(indexes)('%s refuses a column it does not sort by', async (_, called) => {
    for (const name of ['nothing_like_this', '__proto__', 'id desc; drop table']) {
      const { status, body } = await app.call(called, { query: { sort_fields: [name] } }, headers);
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { errors: { sort_fields: [expect.any(String)] } },
      });
    }
  });

  test.each(indexes)('%s refuses a page it cannot have', async (_, called) => {
    for (const query of [{ page: 0 }, { page: 'x' }, { per_page: 501 }, { per_page: 1.5 }]) {
      const { status, body } = await app.call(called, { query }, headers);
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { errors: { [Object.keys(query)[0] ?? '']: [expect.any(String)] } },
      });
    }
  });

  test('is every index and count', () => {
    const named = everyCall
      .filter(([, called]) => /\/(index|count)$/.test(called.path))
      .map(([name]) => name);
    const without = named.filter((name) => !callsOfEveryList.some(([other]) => other === name));
    // The lists without pages of results: short lists that are answered completely, and a queue.
    expect(without.toSorted()).toEqual([
      'GET /api/api_actions/index',
      'GET /api/api_users/index',
      'GET /api/availability_queue/index',
      'GET /api/countries/index',
      'GET /api/notices/index',
      'GET /api/report_schedules/index',
      'GET /api/saved_views/index',
      'GET /api/sources/index',
      'GET /api/turns/index',
    ]);
  });
});

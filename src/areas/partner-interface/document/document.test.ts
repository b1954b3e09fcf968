import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from '../../../../test/support/app.ts';
import { aCard } from '../../../../test/support/bookings.ts';
import { aPartner } from '../../../../test/support/partners.ts';
import type { HttpCall, CallExample } from '../../../contract/call.ts';
import { PARTNER_ACTIONS, PARTNER_ERROR_CODES } from '../../../contract/partners/partners.ts';
import { cspHash } from '../../../server/http/policy.ts';
import { EVENT_KINDS } from '../../webhooks/events.contract.ts';
import { partnerInterface } from '../partner-interface.contract.ts';

const app = testApp();
const get = (url: string) => app.server.inject({ method: 'GET', url });
const calls = Object.entries<HttpCall>(partnerInterface);

const CLOSED = { type: 'object', additionalProperties: false };
const Json = z.object({ 'application/json': z.looseObject({ schema: z.unknown() }) });
const Operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), schema: z.unknown() })).optional(),
  requestBody: z.looseObject({ content: Json }).optional(),
  responses: z.record(z.string(), z.looseObject({ headers: z.unknown().optional() })),
});
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

describe('the document', () => {
  test('has every call with an example, and needs no key', async () => {
    const { statusCode, body } = await get('/partner/v1/openapi.json');
    const document = z
      .looseObject({
        openapi: z.literal('3.1.0'),
        paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
      })
      .parse(JSON.parse(body));
    expect(statusCode).toBe(200);
    const described = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.toSorted()).toEqual(Object.keys(partnerInterface).toSorted());
  });

  test.each(calls)('shows for %s what it takes and answers', (_, called) => {
    const example: CallExample = called.partner?.example ?? { answer: {} };
    expect(called.answer.parse(example.answer)).toEqual(example.answer);
    for (const part of ['params', 'query', 'body'] as const)
      expect(called[part]?.safeParse(example[part]).success ?? example[part] === undefined).toBe(true);
  });

  test('says that nothing else may be sent, and that more may be answered', async () => {
    const { paths } = Document.parse(JSON.parse((await get('/partner/v1/openapi.json')).body));
    const all = Object.values(paths).flatMap((methods) => Object.values(methods));
    for (const { requestBody, responses } of all) {
      if (requestBody) expect(requestBody.content['application/json'].schema).toMatchObject(CLOSED);
      expect(JSON.stringify(responses)).not.toContain('"additionalProperties":false');
    }
    const search = paths['/partner/v1/open_times']?.['get'];
    expect(search?.parameters?.find(({ name }) => name === 'per_page')?.schema).toMatchObject({
      minimum: 1,
      maximum: 500,
      default: 100,
    });
  });

  test('has every event that is posted to a partner', async () => {
    const { webhooks } = z
      .looseObject({
        webhooks: z.record(
          z.string(),
          z.object({ post: z.looseObject({ requestBody: z.object({ content: Json }) }) }),
        ),
      })
      .parse(JSON.parse((await get('/partner/v1/openapi.json')).body));
    expect(Object.keys(webhooks)).toEqual([...EVENT_KINDS]);
    const times = webhooks['open_times.changed']?.post.requestBody.content['application/json'].schema;
    expect(times).toMatchObject({
      properties: { data: { properties: { new: { items: { properties: { id: { type: 'number' } } } } } } },
    });
    expect(JSON.stringify(webhooks)).not.toContain('"additionalProperties":false');
  });

  test('says of each call how it may be refused', async () => {
    const { paths } = Document.parse(JSON.parse((await get('/partner/v1/openapi.json')).body));
    const statuses = (path: string, method: string) =>
      Object.keys(paths[`/partner/v1/${path}`]?.[method]?.responses ?? {}).map(Number);
    const always = [200, 401, 403, 422, 429, 500, 503];
    const ofBody = [400, 409, 413, 415];
    expect(statuses('courses', 'get')).toEqual(always);
    expect(new Set(statuses('quotes', 'post'))).toEqual(new Set([...always, ...ofBody]));
    const moving = [...always, ...ofBody, 202, 410, 502];
    expect(new Set(statuses('bookings', 'post'))).toEqual(new Set([...moving, 402]));
    expect(new Set(statuses('bookings/{id}/cancellation', 'post'))).toEqual(new Set([...moving, 404]));
    for (const status of ['429', '503'])
      expect(paths['/partner/v1/courses']?.['get']?.responses[status]?.headers).toHaveProperty('Retry-After');
    expect(paths['/partner/v1/courses']?.['get']?.responses['429']?.headers).toHaveProperty('RateLimit');
  });

  test('and the database have the same actions', async () => {
    const actions = await app.db.selectFrom('api_actions').selectAll().execute();
    expect(Object.fromEntries(actions.map(({ id, api_action_name }) => [api_action_name, id]))).toEqual(
      PARTNER_ACTIONS,
    );
  });
});

test('the page can be read without a key, fetches nothing, and its policy lets in nothing but its own look', async () => {
  const { statusCode, headers, body } = await get('/partner/v1');
  expect({ statusCode, type: headers['content-type'] }).toEqual({
    statusCode: 200,
    type: 'text/html; charset=utf-8',
  });
  const [, look = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
  expect(String(headers['content-security-policy'])).toContain(cspHash(look));
  expect(body).not.toMatch(/<script|<link|<img|style="|src=|url\(/);
  for (const [name] of calls) expect(body).toContain(`id="${name}"`);
  for (const code of Object.keys(PARTNER_ERROR_CODES))
    expect(body).toContain(`<tr id="${code}"><td><code>${code}</code>`);
  for (const kind of EVENT_KINDS) expect(body).toContain(`<summary>${kind}</summary>`);
});

test('a card becomes a token on any page, at the address that partners are told', async () => {
  const { headers } = await aPartner(app.db);
  const told = await app.ok(partnerInterface.cardFields, {}, headers);
  expect(told).toMatchObject({ gateway: 'built-in', tokens_url: `${app.gatewayUrl}/fields/tokens` });
  const origin = 'https://partner.example';
  const asked = await fetch(told.tokens_url ?? '', { method: 'OPTIONS', headers: { origin } });
  const allowed = (name: string) => asked.headers.get(`access-control-allow-${name}`);
  expect([asked.status, allowed('origin'), allowed('methods'), allowed('headers')]).toEqual([
    204,
    '*',
    'POST',
    'content-type',
  ]);
  const posted = await fetch(told.tokens_url ?? '', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(aCard()),
  });
  expect(posted.headers.get('access-control-allow-origin')).toBe('*');
  expect(await posted.json()).toMatchObject({ token: expect.stringMatching(/^pm_/), last4: '4242' });
  // A web page of another origin may not call the gateway's path that charges cards.
  const charges = await fetch(`${app.gatewayUrl}/charges`, { method: 'OPTIONS', headers: { origin } });
  expect(charges.headers.get('access-control-allow-origin')).toBeNull();
});

test('the guide for partners names every code and every call', () => {
  const guide = readFileSync(new URL('../../../../docs/partners.md', import.meta.url), 'utf8');
  for (const code of Object.keys(PARTNER_ERROR_CODES)) expect(guide).toContain(`\`${code}\``);
  for (const [, { method, path }] of calls)
    expect(guide).toContain(`${method} ${path.replace('/partner/v1', '')}`);
});

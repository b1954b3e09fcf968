import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from '../../../../test/support/app.ts';
import { aCard } from '../../../../test/support/bookings.ts';
import { aPartner } from '../../../../test/support/partners.ts';
import type { Call, Example } from '../../../contract/call.ts';
import { PARTNER_ACTIONS, PARTNER_CODES } from '../../../contract/partners/partners.ts';
import { hashOf } from '../../../server/http/policy.ts';
import { partnerInterface } from '../partner-interface.contract.ts';

const desk = testApp();
const get = (url: string) => desk.app.inject({ method: 'GET', url });
const calls = Object.entries<Call>(partnerInterface);

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
    const example: Example = called.partner?.example ?? { answer: {} };
    expect(called.answer.parse(example.answer)).toEqual(example.answer);
    for (const part of ['params', 'query', 'body'] as const)
      expect(called[part]?.safeParse(example[part]).success ?? example[part] === undefined).toBe(true);
  });

  test('and the database have the same actions', async () => {
    const actions = await desk.db.selectFrom('api_actions').selectAll().execute();
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
  expect(String(headers['content-security-policy'])).toContain(hashOf(look));
  expect(body).not.toMatch(/<script|<link|<img|style="|src=|url\(/);
  for (const [name] of calls) expect(body).toContain(`id="${name}"`);
  for (const code of Object.keys(PARTNER_CODES)) expect(body).toContain(`<code>${code}</code>`);
});

test('a card becomes a token on any page, at the address that partners are told', async () => {
  const { headers } = await aPartner(desk.db);
  const told = await desk.ok(partnerInterface.cardFields, {}, headers);
  expect(told).toMatchObject({ gateway: 'built-in', tokens_url: `${desk.gatewayUrl}/fields/tokens` });
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
    ...{ method: 'POST', headers: { origin, 'content-type': 'application/json' } },
    body: JSON.stringify(aCard()),
  });
  expect(posted.headers.get('access-control-allow-origin')).toBe('*');
  expect(await posted.json()).toMatchObject({ token: expect.stringMatching(/^pm_/), last4: '4242' });
  // What moves money is for no page.
  const charges = await fetch(`${desk.gatewayUrl}/charges`, { method: 'OPTIONS', headers: { origin } });
  expect(charges.headers.get('access-control-allow-origin')).toBeNull();
});

test('the guide for partners names every code and every call', () => {
  const guide = readFileSync(new URL('../../../../docs/partners.md', import.meta.url), 'utf8');
  for (const code of Object.keys(PARTNER_CODES)) expect(guide).toContain(`\`${code}\``);
  for (const [, { method, path }] of calls)
    expect(guide).toContain(`${method} ${path.replace('/partner/v1', '')}`);
});

import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  withIdempotencyKey,
  aPartnerCustomer,
  aCourseWithOpenTime,
  aPartner,
  aCardToken,
  type PartnerWithKey,
} from '../../../../test/support/partners.ts';
import { PARTNER_ERROR_CODES } from '../../../contract/partners/partners.ts';
import { partnerInterface } from '../partner-interface.contract.ts';

const app = testApp({ settings: { PARTNER_LEADS_PER_HOUR: '8' } });
let open: { course: number; time: number };
let partner: PartnerWithKey;
beforeAll(async () => {
  app.setClock('2029-05-01T18:00:00Z');
  open = await aCourseWithOpenTime(app.db);
  partner = await aPartner(app.db, { name: 'Golf Away', courses: [open.course] });
});

const aLead = (more: object = {}) => ({
  course_id: open.course,
  lead_date: '2030-06-01',
  play_time: '08:00',
  players: 4,
  customer: aPartnerCustomer(),
  ...more,
});
const leave = (body: object, headers = partner.headers, key: string = randomUUID()) =>
  app.call(partnerInterface.leaveLead, { body }, withIdempotencyKey(headers, key));
const leads = () => app.db.selectFrom('lost_leads').selectAll().orderBy('id').execute();

test('a lead waits in the queues of what is open, as a caller would, and is the partner’s', async () => {
  const card = { token: await aCardToken(app.gatewayUrl) };
  const { status, body } = await leave(aLead({ card }));
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { open_times: [{ id: open.time, play_time: '07:42' }] },
  });
  const [lead] = await leads();
  expect(lead).toMatchObject({
    source: 'partner',
    made_by: 'Golf Away',
    api_user_id: partner.id,
    card_last4: '4242',
    card_token: expect.stringMatching(/^card_/),
  });
});

test('of the public site says so, and the same request is the same lead', async () => {
  const { headers } = await aPartner(app.db, { is_public_site: true, courses: [open.course] });
  const [key, body] = [randomUUID(), aLead()];
  const first = await leave(body, headers, key);
  expect(first.status).toBe(200);
  expect(await leave(body, headers, key)).toMatchObject({ status: 200, body: first.body });
  expect(await leave(aLead(), headers, key)).toMatchObject({
    status: 422,
    body: { error: { code: 'key_used' } },
  });
  expect((await leads()).filter(({ source }) => source === 'public')).toHaveLength(1);
});

test.each([
  ['a day that is past', { lead_date: '2020-06-01' }, 422, 'invalid'],
  ['a course that is not granted', { course_id: 424242 }, 403, 'not_granted'],
  ['a token that there is not', { card: { token: 'tok_none' } }, 402, 'card_declined'],
  ['a card number', { card: { number: '4242424242424242' } }, 422, 'invalid'],
])('with %s is refused', async (_, more, status, code) => {
  const before = await leads();
  expect(await leave(aLead(more))).toMatchObject({ status, body: { error: { code } } });
  expect(await leads()).toEqual(before);
});

test('a program that accepts problem details gets them, with the same code and fields', async () => {
  const accepting = { ...partner.headers, accept: 'application/problem+json, application/json' };
  const { status, headers, body } = await leave(aLead({ lead_date: '2020-06-01' }), accepting);
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect({ status, body }).toEqual({
    status: 422,
    body: {
      type: '/partner/v1#invalid',
      title: PARTNER_ERROR_CODES.invalid,
      status: 422,
      detail: PARTNER_ERROR_CODES.invalid,
      code: 'invalid',
      fields: { lead_date: [expect.any(String)] },
      request_id: expect.any(String),
    },
  });
});

test('too many are refused, and it is said when there are more', async () => {
  const { headers } = await aPartner(app.db, { courses: [open.course] });
  const many = await Promise.all(Array.from({ length: 9 }, () => leave(aLead(), headers)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(8);
  const refused = many.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ error: { code: 'too_many' } });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(60);
  expect(refused?.headers['ratelimit']).toBe(
    `"partner leads";r=0;t=${String(refused?.headers['retry-after'])}`,
  );
});

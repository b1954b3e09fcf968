import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { startWebhookListener, type WebhookListener } from '../../../test/support/listener.ts';
import {
  aCourseGroup,
  withIdempotencyKey,
  aCourseWithOpenTime,
  aPartnerBooking,
  aCardToken,
  EVERY_ACTION,
} from '../../../test/support/partners.ts';
import { partnerInterface } from '../partner-interface/partner-interface.contract.ts';
import { partnerKeys } from '../partners/keys/keys.contract.ts';
import { partners } from '../partners/partners.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { webhooks } from './deliveries/deliveries.contract.ts';
import { webhookEndpoints } from './endpoints/endpoints.contract.ts';
import { EVENT_DATA_SCHEMAS, EVENT_KINDS, WebhookEvent } from './events.contract.ts';
import { startWebhooks } from './sending/webhooks.job.ts';

const listener: WebhookListener = await startWebhookListener();
const app = testApp({ settings: { WEBHOOK_PRIVATE_HOSTS: listener.host, WEBHOOK_EVERY_MS: '20' } });
let admin: HeaderFields;
let open: { course: number; time: number };
beforeAll(async () => {
  // The clock is set near the play date, because a lead may wait at most two years.
  app.setClock('2029-06-01T12:00:00Z');
  admin = await app.signedIn('admin');
  open = await aCourseWithOpenTime(app.db);
});
afterAll(() => listener.close());

/** Returns the events that the listener received, after checking each signature with `secret` and each body by its contract. */
const arrived = (secret: string) =>
  listener.heard.map(({ headers, body }) => {
    const [, t] = /^t=(\d+),/.exec(headers['ric-signature'] ?? '') ?? [];
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
    expect(headers['ric-signature']).toBe(`t=${t},v1=${v1}`);
    const event = WebhookEvent.parse(JSON.parse(body));
    expect(EVENT_DATA_SCHEMAS[event.kind].parse(event.data)).toEqual(event.data);
    return event;
  });

test('a partner that admins made on their screens books, leaves a lead and sells, and hears of all of it', async () => {
  const partner = { api_user_name: 'Golf Away', is_public_site: false };
  const { id } = await app.ok(partners.create, { body: { partner } }, admin);
  const { key } = await app.ok(partnerKeys.make, { params: { id } }, admin);
  await aCourseGroup(app.db, { actions: EVERY_ACTION, courses: [open.course], users: [id] });
  const endpoint = { url: listener.url, kinds: [...EVENT_KINDS], is_on: true };
  const { secret } = await app.ok(webhookEndpoints.make, { params: { id }, body: { endpoint } }, admin);
  const timer = startWebhooks(app.context);
  const own = () => withIdempotencyKey({ authorization: `Bearer ${key}` });
  const card = async () => ({ token: await aCardToken(app.gatewayUrl) });

  const booking = aPartnerBooking(open.time, { card: await card() });
  const booked = await app.ok(partnerInterface.book, { body: booking as never }, own());
  // Only staff, who have called the course, can cancel a tee time that no course system holds.
  const cancel = { id: booked.id, cancel: true, refund: true, force_cancel: true };
  await app.ok(teeTimes.cancel, { body: cancel }, admin);
  const person = { first_name: 'Ana', last_name: 'Silva', email: 'ana@customer.example' };
  const customer = { ...person, postcode: '', primary_phone: '' };
  const wanted = { course_id: open.course, lead_date: '2030-06-01', play_time: '07:50', players: 2 };
  const lead = await app.ok(partnerInterface.leaveLead, { body: { ...wanted, customer } }, own());

  const recipient = { first_name: 'Rui', last_name: 'Silva', email: 'rui@customer.example' };
  const sale = { value: '100.00', purchaser: customer, recipient, who_from: '', greeting: '' };
  const sold = await app.ok(partnerInterface.sell, { body: { ...sale, card: await card() } }, own());

  await expect.poll(() => listener.heard.length, { timeout: 10_000 }).toBe(5);
  await timer.stop();
  const events = arrived(secret);
  const of = (begins: string) => events.filter(({ kind }) => kind.startsWith(begins));
  expect(of('tee_time').map(({ kind }) => kind)).toEqual([
    'tee_time.booked',
    'tee_time.canceled',
    'tee_time.refunded',
  ]);
  expect(of('tee_time')[0]?.data).toMatchObject({ id: booked.id, raw_paid: 40_000, players: 4 });
  expect(of('lead')).toMatchObject([{ kind: 'lead.matched', data: { id: lead.id, players: 2 } }]);
  expect(of('certificate')).toMatchObject([
    { kind: 'certificate.sold', data: { id: sold.id, serial: sold.serial, raw_value: 10_000 } },
  ]);
  // No event contains the name or e-mail of a person.
  expect(listener.heard.map(({ body }) => body).join()).not.toMatch(/Ana|Silva|Rui|customer\.example/);
  const listed = await app.ok(webhooks.index, { query: { filters: { state: 'accepted' } } }, admin);
  expect(listed).toHaveLength(events.length);
});

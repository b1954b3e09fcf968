import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aCertificate, aRentalClub, aDiscount, aStaffUser } from '../../../../test/support/factories.ts';
import {
  withIdempotencyKey,
  aCourseWithOpenTime,
  anotherOpenTime,
  aPartner,
  aPartnerBooking,
  aCardToken,
  bookAsPartner,
  type PartnerWithKey,
} from '../../../../test/support/partners.ts';
import { partnerInterface } from '../partner-interface.contract.ts';

const app = testApp();
let open: Awaited<ReturnType<typeof aCourseWithOpenTime>>;
let partner: PartnerWithKey;
let site: PartnerWithKey;
beforeAll(async () => {
  open = await aCourseWithOpenTime(app.db);
  partner = await aPartner(app.db, { name: 'Golf Away', courses: [open.course] });
  site = await aPartner(app.db, { name: 'The Site', is_public_site: true, courses: [open.course] });
});

const card = async (
  ...behaviour: Parameters<typeof aCardToken> extends [string, ...infer R] ? R : never
) => ({ token: await aCardToken(app.gatewayUrl, ...behaviour) });
const teeTime = (id: number) =>
  app.db.selectFrom('tee_times').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** Creates another open time for each booking, because a party of four fills one. */
const aTime = () => anotherOpenTime(app.db, open);
const idIn = (body: unknown) => (body as { id: number }).id;

describe('booking', () => {
  test('charges the token once at the rate, and is the partner’s', async () => {
    const { status, body } = await bookAsPartner(
      app,
      partner.headers,
      aPartnerBooking(open.time, { card: await card(), shown_total: 40_000, notes: 'Two carts' }),
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'booked',
        confirmation: 'INTERNAL',
        course_id: open.course,
        players: 4,
        play_date: '2030-06-01',
        play_time: '07:42',
        price: { raw_charge: 40_000, raw_total: 40_000, total: '400.00' },
      },
    });
    expect(await teeTime(idIn(body))).toMatchObject({
      source: 'misc',
      agent: 'Golf Away',
      staff_user_id: null,
      api_user_id: partner.id,
      raw_rate: 10_000,
      raw_cost: 24_000,
      raw_paid: 40_000,
      is_card: true,
      notes: 'Two carts',
      updated_by: 'Golf Away',
    });
    const entry = app.db.selectFrom('audit_entries').select('made_by').where('subject', '=', 'tee_time');
    expect(await entry.where('subject_id', '=', idIn(body)).execute()).toEqual([{ made_by: 'Golf Away' }]);
    const mails = app.db.selectFrom('outbox').select('kind').where('tee_time_id', '=', idIn(body));
    expect((await mails.orderBy('kind').execute()).map(({ kind }) => kind)).toEqual([
      'course_receipt',
      'receipt',
    ]);
  });

  test('with discount, certificate and clubs costs what was quoted', async () => {
    const { serial } = await aCertificate(app.db, { raw_value: 10_000 });
    const { code } = await aDiscount(app.db, { gift_certificate_stack: true });
    const club = await aRentalClub(app.db, open.course);
    const time = await aTime();
    const asked = {
      open_time_id: time,
      players: 2,
      discount_code: code,
      gift_cert_serial: serial,
      rental_clubs: [{ id: club.id, quantity: 1 }],
    };
    const quoted = await app.ok(partnerInterface.quote, { body: asked }, partner.headers);
    expect(quoted).toMatchObject({
      price: {
        raw_charge: 20_000,
        raw_rental: 5_000,
        raw_discount: 1_000,
        raw_gift_certificate: 10_000,
        raw_total: 14_000,
      },
      gift_certificate: { serial, raw_balance: 10_000 },
    });
    const booking = aPartnerBooking(time, { ...asked, card: await card() });
    const { body } = await bookAsPartner(app, partner.headers, { ...booking, shown_total: 14_000 });
    expect(body).toMatchObject({ price: quoted.price });
    const balance = { body: { gift_cert_serial: serial.toLowerCase() } };
    expect(await app.ok(partnerInterface.balance, balance, partner.headers)).toMatchObject({
      raw_balance: 0,
    });
  });

  test('without a card is on a partner’s account, and never on the public site’s', async () => {
    const booking = aPartnerBooking(await aTime());
    expect((await bookAsPartner(app, partner.headers, booking)).status).toBe(200);
    const another = aPartnerBooking(await aTime());
    expect(await bookAsPartner(app, site.headers, another)).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid', fields: { 'card.token': ['is required'] } } },
    });
  });

  test('on the public site counts for the agent whose e-mail it names, else for the site', async () => {
    const maria = await aStaffUser(app.db, { email: 'maria@ric.example', name: 'Maria Ortega' });
    const book = async (more: object) => {
      const { body } = await bookAsPartner(
        app,
        site.headers,
        aPartnerBooking(await aTime(), { ...more, card: await card() }),
      );
      return teeTime(idIn(body));
    };
    expect(await book({ agent_email: 'Maria@RIC.example' })).toMatchObject({
      source: 'external',
      agent: 'Maria Ortega',
      staff_user_id: maria.id,
      agent_email: 'Maria@RIC.example',
      updated_by: 'The Site',
    });
    expect(await book({ agent_email: 'nobody@ric.example' })).toMatchObject({
      source: 'external',
      agent: 'Site',
      staff_user_id: null,
    });
  });

  test('with the same key is the same booking, also when its open time is gone', async () => {
    const time = await aTime();
    const [key, booking] = [randomUUID(), aPartnerBooking(time, { card: await card() })];
    const first = await bookAsPartner(app, partner.headers, booking, key);
    expect(first.status).toBe(200);
    expect(await bookAsPartner(app, partner.headers, booking, key)).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await bookAsPartner(app, partner.headers, { ...booking, players: 2 }, key)).toMatchObject({
      status: 422,
      body: { error: { code: 'key_used' }, operation: { state: 'settled' } },
    });
    const gone = app.db
      .updateTable('fore_up_availabilities')
      .set({ missed_at: new Date(), gone_at: new Date() });
    await gone.where('id', '=', time).execute();
    expect(await bookAsPartner(app, partner.headers, booking, key)).toMatchObject({
      status: 200,
      body: first.body,
    });
    await app.db.deleteFrom('fore_up_availabilities').where('id', '=', time).execute();
    expect(await bookAsPartner(app, partner.headers, booking, key)).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await bookAsPartner(app, partner.headers, booking)).toMatchObject({
      status: 409,
      body: { error: { code: 'not_available' } },
    });
  });

  test.each([
    ['another total', { shown_total: 39_999 }, 409, 'price_changed', 'shown_total'],
    ['a party that is not open', { players: 3 }, 409, 'not_available', undefined],
    ['an open time that there is not', { open_time_id: 987_654 }, 409, 'not_available', undefined],
    ['a discount that there is not', { discount_code: 'NONE' }, 422, 'invalid', 'discount_code'],
    ['a certificate that there is not', { gift_cert_serial: 'GC-NONE' }, 422, 'invalid', 'gift_cert_serial'],
    [
      'a customer without a name',
      { customer: { email: 'a@b.example' } },
      422,
      'invalid',
      'customer.first_name',
    ],
    ['a card number for a token', { card: { token: '4242424242424242' } }, 422, 'invalid', 'card.token'],
    [
      'a card number behind what a token begins with',
      { card: { token: 'tok_4242424242424242' } },
      422,
      'invalid',
      'card.token',
    ],
    ['a card number in a note', { notes: 'card 4242 4242 4242 4242' }, 422, 'invalid', 'notes'],
    ['a field that is misspelled', { discount: 'FALL50' }, 422, 'invalid', 'discount'],
    [
      'one that is misspelled further in',
      { customer: { ...aPartnerBooking(1).customer, mail: 'a@b.example' } },
      422,
      'invalid',
      'customer.mail',
    ],
    ['what every object has by itself', { constructor: 1, toString: 2 }, 422, 'invalid', 'constructor'],
    [
      'a card number where nothing is asked for',
      { extra: { a: [4242424242424242] } },
      422,
      'invalid',
      'extra.a',
    ],
  ])('with %s is refused, and nothing is begun', async (_, more, ...expected) => {
    const [status, code, field] = expected;
    const before = await app.db.selectFrom('tee_times').select('id').execute();
    const booking = { ...aPartnerBooking(await aTime()), ...more };
    const answer = await bookAsPartner(app, partner.headers, booking);
    expect(answer).toMatchObject({ status, body: { error: { code, message: expect.any(String) } } });
    const { error } = answer.body as { error: { fields?: object } };
    if (field !== undefined) expect(Object.keys(error.fields ?? {})).toContain(field);
    expect(JSON.stringify(answer.body)).not.toMatch(/4242 ?4242/);
    expect(await app.db.selectFrom('tee_times').select('id').execute()).toEqual(before);
  });

  test('with a card that is declined is refused with the reason, under the same key again', async () => {
    const [key, booking] = [randomUUID(), aPartnerBooking(await aTime(), { card: await card('declined') })];
    const declined = {
      status: 402,
      body: { error: { code: 'card_declined', message: 'Your card was declined.' } },
    };
    expect(await bookAsPartner(app, partner.headers, booking, key)).toMatchObject(declined);
    expect(await bookAsPartner(app, partner.headers, booking, key)).toMatchObject(declined);
  });

  test('with the key of one without a card is another request', async () => {
    const [key, booking] = [randomUUID(), aPartnerBooking(await aTime())];
    expect((await bookAsPartner(app, partner.headers, booking, key)).status).toBe(200);
    const paid = { ...booking, card: await card() };
    expect(await bookAsPartner(app, partner.headers, paid, key)).toMatchObject({
      status: 422,
      body: { error: { code: 'key_used' } },
    });
  });

  test('whose answer was lost may be sent again with another token of a card: it is charged once', async () => {
    const [key, booking] = [randomUUID(), aPartnerBooking(await aTime())];
    const first = await bookAsPartner(app, partner.headers, { ...booking, card: await card() }, key);
    const again = await bookAsPartner(app, partner.headers, { ...booking, card: await card() }, key);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  });

  test('without a key of its own for the request is refused', async () => {
    const body = aPartnerBooking(open.time);
    expect(await app.call(partnerInterface.book, { body }, partner.headers)).toMatchObject({
      status: 422,
      body: { error: { fields: { idempotency_key: ['is required'] } } },
    });
    const key = '4242 4242 4242 4242';
    expect(
      (await app.call(partnerInterface.book, { body }, withIdempotencyKey(partner.headers, key))).status,
    ).toBe(422);
  });

  test('of a course without a rate is refused', async () => {
    const { course, time, rate } = await aCourseWithOpenTime(app.db);
    const other = await aPartner(app.db, { courses: [course] });
    await app.db.updateTable('rates').set({ disabled: true }).where('id', '=', rate).execute();
    expect(await bookAsPartner(app, other.headers, aPartnerBooking(time))).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid', fields: { open_time_id: [expect.any(String)] } } },
    });
    const body = { open_time_id: time, players: 4 };
    expect((await app.call(partnerInterface.quote, { body }, other.headers)).status).toBe(422);
  });
});

test('a payment that nobody knows of is followed by its operation, by whose it is alone', async () => {
  const booking = aPartnerBooking(await aTime(), { card: await card('timeout_before') });
  const { status, body } = await bookAsPartner(app, partner.headers, booking);
  expect({ status, body }).toMatchObject({
    status: 202,
    body: { error: { code: 'outcome_unknown' }, operation: { state: 'unknown' } },
  });
  const { operation } = body as { operation: { id: string; href: string } };
  expect(operation.href).toBe(`/partner/v1/operations/${operation.id}`);
  const params = { id: operation.id };
  expect(await app.ok(partnerInterface.operation, { params }, partner.headers)).toMatchObject({
    kind: 'book',
    state: 'unknown',
    result: null,
    error: null,
  });
  expect((await app.call(partnerInterface.operation, { params }, site.headers)).body).toMatchObject({
    error: { code: 'not_found' },
  });
});

import { expect, test, vi } from 'vitest';
import { reconcileOnce } from '../support/reconcile.ts';
import { anotherOpenTime, aCardToken } from '../support/partners.ts';
import { publicSiteSetup } from '../support/public-site.ts';

const { app, company, at, post, fieldsIn } = publicSiteSetup();

test('while RIC is away no time is called gone, and what was typed is sent again', async () => {
  const asked = {
    players: '4',
    'customer.first_name': 'Ana',
    discount_code: 'FALL50',
    key: 'a-key-to-price-by',
    apply: '1',
  };
  company.fails = { below: '/quotes', how: 'unreachable' };
  const looked = await fetch(at(`/book/${company.time}?players=4`));
  expect(await looked.text()).toMatch(
    /We cannot reach our reservation desk.*href="\/book\/\d+\?players=4&#38;key=/s,
  );
  company.fails = { below: '/quotes', how: 'unreachable' };
  const priced = await (await post(Object.entries(asked))).text();
  expect(priced).toContain('We cannot reach our reservation desk');
  expect(Object.fromEntries(fieldsIn(priced))).toEqual(asked);
  expect(await (await fetch(at('/book/987654?players=4'))).text()).toContain('This time is gone');
});

test.each(['lost', 'a page'] as const)('a lead is left once where its answer is %s', async (how) => {
  const last_name = how === 'lost' ? 'Lost' : 'Paged';
  const sent = {
    key: `a-key-of-a-lead-${last_name}`,
    course_id: String(company.course),
    lead_date: '2030-06-01',
    play_time: '08:00',
    players: '2',
    'customer.first_name': 'Ana',
    'customer.last_name': last_name,
    'customer.email': `${last_name}@site.example`,
    'customer.primary_phone': '',
  };
  company.fails = { below: '/leads', how };
  const unsure = await (await post(Object.entries(sent), '/wait')).text();
  expect(unsure).toContain('Please send it again');
  expect(Object.fromEntries(fieldsIn(unsure))).toEqual(sent);
  expect(await (await post(fieldsIn(unsure), '/wait')).text()).toContain('We call you');
  const left = app.db.selectFrom('operations').select('id').where('kind', '=', 'lead');
  expect(await left.where('idempotency_key', 'like', `${sent.key}%`).execute()).toHaveLength(1);
});

test('a visitor whose answer was lost has the last spots themselves, and sends the same again', async () => {
  const sent = {
    key: 'a-key-of-the-visitor',
    players: '4',
    shown_total: '40000',
    agent_email: '',
    'customer.first_name': 'Ana',
    'customer.last_name': 'Silva',
    'customer.email': 'ana@site.example',
    'card.token': await aCardToken(app.gatewayUrl),
  };
  company.fails = { below: '/bookings', how: 'lost' };
  const unsure = await (await post(Object.entries(sent))).text();
  expect(unsure).toContain('Please send it again');
  expect(Object.fromEntries(fieldsIn(unsure))).toEqual(sent);
  const again = await post(fieldsIn(unsure));
  expect([again.status, again.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/booked\//)]);
  expect(await app.db.selectFrom('tee_times').select('state').execute()).toEqual([{ state: 'booked' }]);
  expect(app.gatewayBook()).toHaveLength(1);

  // Going back to the form and sending it again must lead to the existing booking.
  const once = await post(Object.entries({ ...sent, 'card.token': await aCardToken(app.gatewayUrl) }));
  expect([once.status, once.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/booked\//)]);
  expect(app.gatewayBook()).toHaveLength(1);

  // After going back, the first form leads to its booking, and another form is told that the booking exists, in this
  // browser only.
  const cookie = again.headers.get('set-cookie')?.split(';')[0] ?? '';
  const back = (key: string, headers: Record<string, string>) =>
    fetch(at(`/book/${company.time}?players=4&key=${key}`), { headers, redirect: 'manual' });
  const mine = await back(sent.key, { cookie });
  expect([mine.status, mine.headers.get('location')]).toEqual([303, again.headers.get('location')]);
  const newForm = await (await back('a-key-of-another-form', { cookie })).text();
  expect(newForm).toContain(`<a href="${again.headers.get('location')}">see your booking</a>`);
  const strange = await (await back(sent.key, {})).text();
  expect([strange.includes('This time is gone'), strange.includes('your booking')]).toEqual([true, false]);

  // The next visitor, who has another idempotency key, gets a message.
  const late = await (await post(Object.entries({ ...sent, key: 'a-key-of-another' }))).text();
  expect(late).toContain('No spots are left at this time.');
});

test('a form has its key in its address; back at it after a declined card another card is charged once', async () => {
  const another = await anotherOpenTime(app.db, { course: company.course, rate: company.rate });
  const opened = await fetch(at(`/book/${another}?players=4&agent_email=`), { redirect: 'manual' });
  const address = opened.headers.get('location') ?? '';
  expect([opened.status, address]).toEqual([
    303,
    expect.stringMatching(/^\/book\/\d+\?players=4&agent_email=&key=/),
  ]);
  const fields = async () => Object.fromEntries(fieldsIn(await (await fetch(at(address))).text()));
  const first = await fields();
  // The form has the same values when it is loaded again.
  expect(await fields()).toEqual(first);
  expect(new URLSearchParams(address).get('key')).toBe(first['key']);
  const typed = {
    'customer.first_name': 'Ana',
    'customer.last_name': 'Declined',
    'customer.email': 'ana@d.example',
  };
  const send = async (...behaviour: ['declined'] | []) =>
    post(
      Object.entries({ ...first, ...typed, 'card.token': await aCardToken(app.gatewayUrl, ...behaviour) }),
      `/book/${another}`,
    );
  expect(await (await send('declined')).text()).toContain('Your card was declined.');
  // The form that was loaded earlier has the rejected idempotency key.
  const [one, two] = [await send(), await send()];
  expect([one.status, two.status]).toEqual([303, 303]);
  const booked = app.db.selectFrom('tee_times as t').innerJoin('customers as c', 'c.id', 't.customer_id');
  const states = await booked
    .select('t.state')
    .where('c.last_name', '=', 'Declined')
    .orderBy('t.id')
    .execute();
  expect(states).toEqual([{ state: 'failed' }, { state: 'booked' }]);
});

test('whoever is not told what became of the card sends the same until it is known', async () => {
  const another = await anotherOpenTime(app.db, { course: company.course, rate: company.rate });
  const sent = Object.entries({
    key: 'a-key-of-a-slow-bank',
    players: '4',
    shown_total: '40000',
    agent_email: '',
    'customer.first_name': 'Ana',
    'customer.last_name': 'Slow',
    'customer.email': 'ana@slow.example',
    'card.token': await aCardToken(app.gatewayUrl, 'timeout_after'),
  });
  const unsure = await (await post(sent, `/book/${another}`)).text();
  expect(unsure).toContain('Your bank has not answered yet');
  expect(fieldsIn(unsure)).toEqual(sent);
  await vi.waitFor(async () => {
    await reconcileOnce(app.context);
    expect((await post(sent, `/book/${another}`)).headers.get('location')).toMatch(/^\/booked\//);
  }, 30_000);
  const slow = app.db.selectFrom('tee_times as t').innerJoin('customers as c', 'c.id', 't.customer_id');
  expect(await slow.select('t.state').where('c.last_name', '=', 'Slow').execute()).toEqual([
    { state: 'booked' },
  ]);
});

test('a booking is shown and canceled at an address that nobody guesses, with what comes back', async () => {
  const another = await anotherOpenTime(app.db, { course: company.course, rate: company.rate });
  const sent = {
    key: 'a-key-of-a-changed-mind',
    players: '4',
    shown_total: '40000',
    agent_email: '',
    'customer.first_name': 'Ana',
    'customer.last_name': 'Changed',
    'customer.email': 'ana@c.example',
    'card.token': await aCardToken(app.gatewayUrl),
  };
  const booked = (await post(Object.entries(sent), `/book/${another}`)).headers.get('location') ?? '';
  const [, id = ''] = /^\/booked\/(\d+)-/.exec(booked) ?? [];
  const shown = async () => (await fetch(at(booked))).text();
  // No course has confirmed the tee time yet.
  const canceling = fieldsIn(await shown());
  for (const wrong of [id, `${id}-`, booked.replace(/\d+/, '1').slice('/booked/'.length)]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answers = [await fetch(at(`/booked/${wrong}`)), await post(canceling, `/booked/${wrong}`)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  }
  expect((await post(canceling, booked)).headers.get('location')).toBe(booked);
  expect(await shown()).toMatch(/Your round is canceled.*\$\d+\.\d\d went back to you/s);
});

test('a gift certificate is sold once, however often its form is sent', async () => {
  const opened = await fetch(at('/gift_certificates?value=50.00'));
  const form = Object.fromEntries(fieldsIn(await opened.text()));
  expect(form).toMatchObject({ value: '50.00', shown_price: '5000' });
  const typed = (who: string) => ({
    [`${who}.first_name`]: 'Ana',
    [`${who}.last_name`]: 'Gift',
    [`${who}.email`]: `${who}@g.example`,
  });
  const sent = { ...form, ...typed('purchaser'), ...typed('recipient'), greeting: 'Play well!' };
  const buy = async () => {
    const token = await aCardToken(app.gatewayUrl);
    return (await post(Object.entries({ ...sent, 'card.token': token }), '/gift_certificates')).text();
  };
  const [, serial] = /class="serial">(GC-[^<]*)</.exec(await buy()) ?? [];
  expect(await buy()).toContain(serial);
  expect(await app.db.selectFrom('gift_certificates').select(['serial', 'raw_value']).execute()).toEqual([
    { serial, raw_value: 5_000 },
  ]);
});

test('whom of the staff a caller was sent by is remembered behind a booking and a lead', async () => {
  const another = await anotherOpenTime(app.db, { course: company.course, rate: company.rate });
  const agent_email = 'agent@ric.example';
  const back = `href="/golf_courses?agent_email=${encodeURIComponent(agent_email)}"`;
  const form = async (path: string) =>
    Object.fromEntries(fieldsIn(await (await fetch(at(`${path}&agent_email=${agent_email}`))).text()));
  const person = {
    'customer.first_name': 'Ana',
    'customer.last_name': 'Sent',
    'customer.email': 'ana@sent.example',
    'customer.primary_phone': '619 555 0100',
  };
  const round = { ...(await form(`/book/${another}?players=4`)), ...person };
  const token = { 'card.token': await aCardToken(app.gatewayUrl) };
  const booked = await post(Object.entries({ ...round, ...token }), `/book/${another}`);
  const shown = await (await fetch(at(booked.headers.get('location') ?? ''))).text();
  expect([shown.includes('Your round is booked'), shown.includes(back)]).toEqual([true, true]);

  const wish = {
    course_id: String(company.course),
    lead_date: '2030-06-01',
    play_time: '08:00',
    players: '2',
  };
  const lead = { ...(await form(`/wait?course_id=${company.course}`)), ...wish, ...person };
  const left = await (await post(Object.entries(lead), '/wait')).text();
  expect([left.includes('We call you'), left.includes(back)]).toEqual([true, true]);
});

import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard } from '../../../../test/support/bookings.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import {
  withIdempotencyKey,
  aCourseWithOpenTime,
  aPartner,
  aPartnerBooking,
  aPartnerCustomer,
} from '../../../../test/support/partners.ts';
import { stripeTestApp } from '../../../../test/support/stripe.ts';
import { partnerInterface } from '../../partner-interface/partner-interface.contract.ts';
import { waitList } from '../../wait-list/wait-list.contract.ts';
import { cardMask } from '../../../contract/cards.ts';
import { addDays } from '../../../contract/dates.ts';
import { booking } from '../booking.contract.ts';

const app = testApp({ checkBooks: false });
const stripe = stripeTestApp(app, true);
let agent: HeaderFields;
beforeAll(async () => {
  agent = await app.signedIn('agent');
});
const lastFlag = () => stripe.server.sentTo('confirm').at(-1)?.form['payment_method_options[card][moto]'];

test('a card that staff took is charged as a telephone order', async () => {
  const course = (await aCourse(app.db)).id;
  const body = aBookingBody({ course, credit_card: aCard() });
  expect(await stripe.call(booking.book, { body }, agent)).toMatchObject({ status: 200 });
  expect(lastFlag()).toBe('true');
});

test.each([true, false])('a card that its holder typed is not; public site: %s', async (is_public_site) => {
  const open = await aCourseWithOpenTime(app.db);
  const { headers } = await aPartner(app.db, { courses: [open.course], is_public_site });
  const body = aPartnerBooking(open.time, { card: { token: stripe.server.book.fieldsTook(aCard().number) } });
  const answer = await stripe.call(partnerInterface.book, { body }, withIdempotencyKey(headers));
  expect(answer).toMatchObject({ status: 200 });
  expect(lastFlag()).toBeUndefined();
});

test('a card that came with a lead of another site is not either, though staff book', async () => {
  const { course } = await aCourseWithOpenTime(app.db);
  const { headers } = await aPartner(app.db, { courses: [course] });
  const customer = aPartnerCustomer();
  const card = { token: stripe.server.book.fieldsTook(aCard().number) };
  const play_date = addDays(new Date().toISOString().slice(0, 10), 30);
  const lead = { course_id: course, lead_date: play_date, play_time: '07:42', players: 4, customer, card };
  const left = await stripe.call(partnerInterface.leaveLead, { body: lead }, withIdempotencyKey(headers));
  expect(left).toMatchObject({ status: 200 });
  const { id } = await app.db.selectFrom('lost_leads').select('id').executeTakeFirstOrThrow();
  const credit_card = { number: cardMask('4242'), expmo: '', expyr: '', cvv: '' };
  const body = aBookingBody({ course, customer, tee_time: { play_date, lost_lead_id: id }, credit_card });
  expect(await stripe.call(booking.book, { body }, agent)).toMatchObject({ status: 200 });
  expect(lastFlag()).toBeUndefined();
});

test.each([
  ['typed by its holder', 'phone', undefined],
  ['given by telephone', 'site', 'true'],
])('a card that was replaced by one %s counts as that one', async (_, first, flag) => {
  const { course } = await aCourseWithOpenTime(app.db);
  const { headers } = await aPartner(app.db, { courses: [course] });
  const customer = aPartnerCustomer();
  const play_date = addDays(new Date().toISOString().slice(0, 10), 30);
  const waiting = { lead_date: play_date, play_time: '07:42', players: 4, customer };
  const ways = {
    phone: () => {
      const lost_lead = { ...waiting, course: { id: course }, credit_card: aCard() };
      return stripe.call(waitList.waitFor, { body: { lost_lead } }, agent);
    },
    site: () => {
      const card = { token: stripe.server.book.fieldsTook(aCard().number) };
      const body = { ...waiting, course_id: course, card };
      return stripe.call(partnerInterface.leaveLead, { body }, withIdempotencyKey(headers));
    },
  };
  for (const way of first === 'phone' ? [ways.phone, ways.site] : [ways.site, ways.phone])
    // oxlint-disable-next-line no-await-in-loop -- one card after the other
    expect(await way()).toMatchObject({ status: 200 });
  const leads = await app.db.selectFrom('lost_leads').select('id').where('course_id', '=', course).execute();
  expect(leads).toHaveLength(1);
  const credit_card = { number: cardMask('4242'), expmo: '', expyr: '', cvv: '' };
  const tee_time = { play_date, lost_lead_id: leads[0]?.id };
  const body = aBookingBody({ course, customer, tee_time, credit_card });
  expect(await stripe.call(booking.book, { body }, agent)).toMatchObject({ status: 200 });
  expect(lastFlag()).toBe(flag);
});

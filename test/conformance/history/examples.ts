import { z } from 'zod';
import { waitList } from '../../../src/areas/wait-list/wait-list.contract.ts';
import type { AnyCallInput } from '../../support/app.ts';
import { aBookingBody, aCard, bookTeeTime } from '../../support/bookings.ts';
import { uniqueText } from '../../support/unique-text.ts';
import {
  aCertificate,
  aCustomer,
  anOpenTime,
  aQueueEntry,
  aReportSchedule,
  aStaffUser,
  aTeeTime,
} from '../../support/factories.ts';
import { callNamed } from '../calls.ts';
import { OF_CATALOGUE } from './catalogue-examples.ts';
import { aName, byId, type Asking, type Example } from './example.ts';
import { PARTNER_CALL_EXAMPLES } from './partner-examples.ts';

type Given = Record<string, unknown>;
const Made = z.object({ id: z.number() });

/** A record's creation, a change of each kind that it takes, and its deletion. */
function plain(
  path: string,
  key: string,
  of: { good: (asking: Asking) => Given; changed: Given; stays?: true },
) {
  const create: Example = (asking) => Promise.resolve({ body: { [key]: of.good(asking) } });
  const made = async (asking: Asking): Promise<number> => {
    const sent = await create(asking);
    return Made.parse((await asking.app.call(callNamed(`POST ${path}`), sent, asking.admin)).body).id;
  };
  const remove: Record<string, Example> = {
    [`DELETE ${path}/{id}`]: async (asking) => ({ params: { id: await made(asking) } }),
  };
  const save: Record<string, Example> = {
    [`POST ${path}`]: create,
    [`PUT ${path}/update`]: async (asking) => ({ body: { id: await made(asking), [key]: of.changed } }),
  };
  return of.stays ? save : { ...save, ...remove };
}

const days = { start_date: '2030-01-01', end_date: '2030-01-02' };
const PLAIN: Record<string, Example> = {
  ...plain('/api/course_groups', 'course_group', {
    good: ({ course }) => ({ group_name: aName(), courses: [{ id: course }] }),
    changed: { group_name: aName(), courses: [] },
  }),
  ...plain('/api/courses', 'course', {
    good: () => ({ course_name: aName(), email: 'pro@course.example' }),
    changed: {
      city: 'Vista',
      rate_required: true,
      price_min: '20.00',
      fore_up_course: { fore_up_id: '4321' },
    },
  }),
  ...plain('/api/customers', 'customer', {
    good: () => ({ first_name: 'Ann', last_name: aName(), email: `${uniqueText()}@golf.example` }),
    changed: { city: 'Vista', postcode: '92037', legacy_address: 'PO Box', mobile_phone: '619 555 0134' },
    stays: true,
  }),
  ...plain('/api/discounts', 'discount', {
    good: () => ({ code: uniqueText().slice(0, 10), ...days, amount: '10.00' }),
    changed: { amount: '12.00', min_discount: '1.00', enabled: false, courses: [] },
  }),
  ...plain('/api/helpful_links', 'helpful_link', {
    good: () => ({ url: 'https://golf.example', description: aName() }),
    changed: { url: 'https://other.example', type: 'Hotel' },
  }),
  ...plain('/api/holidays', 'holiday', {
    good: () => ({ name: aName(), ...days, courses: [] }),
    changed: { name: aName(), end_date: '2030-01-03' },
  }),
  ...plain('/api/maintenances', 'maintenance', {
    good: ({ course }) => ({ ...days, course: { id: course } }),
    changed: { end_date: '2030-01-03', description: 'Greens' },
  }),
  ...plain('/api/partners', 'partner', {
    good: () => ({ api_user_name: aName() }),
    changed: { api_user_name: aName(), is_public_site: true },
  }),
  ...plain('/api/rates', 'rate', {
    good: ({ course }) => ({ course: { id: course }, rate: '80.00' }),
    changed: { rate: '90.00', deposit: '5.00', cancel_hours: 24, disabled: true, internal_memo: 'Ask first' },
  }),
  ...plain('/api/rental-clubs', 'rentalClub', {
    good: ({ course }) => ({ course: { id: course }, brand: aName() }),
    changed: { charge: '55.00', quantity: 3, archived: true },
  }),
};

const aRound = async ({ app, course }: Asking) =>
  aTeeTime(app.db, { course_id: course, customer_id: (await aCustomer(app.db)).id });
const paidRound = ({ app, admin, course }: Asking) =>
  bookTeeTime(app, admin, { course, credit_card: aCard() });
const anEntry = ({ app, course }: Asking) => aQueueEntry(app.db, course);

const ROUNDS: Record<string, Example> = {
  'POST /api/ibe/book': ({ course }) =>
    Promise.resolve({ body: aBookingBody({ course, credit_card: aCard() }) }),
  'PUT /api/tee_times/update': async (asking) => ({
    body: {
      id: (await aRound(asking)).id,
      tee_time: { players: 3, notes: 'Late', folio: '12', play_time: '09:10' },
    },
  }),
  'PUT /api/tee_times/update/customer': async (asking) => ({
    body: { id: (await aRound(asking)).id, customer_id: (await aCustomer(asking.app.db)).id },
  }),
  'POST /api/tee_times/cancel': async (asking) => ({
    body: { id: (await paidRound(asking)).id, cancel: true, refund: true, force_cancel: true },
  }),
  'GET /api/tee_times/cancel/{id}': byId(paidRound),
  // Its receipt is not sent yet, and no second one is sent while the first waits.
  'GET /api/tee_times/receipt/{id}': byId(({ app, admin, course }) =>
    bookTeeTime(app, admin, { course, tee_time: { should_email_customer: false } }),
  ),
  'GET /api/tee_times/voucher/{id}': byId(paidRound),
  'GET /api/tee_times/cancel/email/{id}': async (asking) => {
    const { id } = await paidRound(asking);
    const body = { id, cancel: true, refund: true, force_cancel: true };
    await asking.app.call(callNamed('POST /api/tee_times/cancel'), { body }, asking.admin);
    return { params: { id } };
  },
};

const aCertificateOf = async ({ app }: Asking) =>
  aCertificate(app.db, {
    customer_id: (await aCustomer(app.db)).id,
    recipient_id: (await aCustomer(app.db, { type: 'GiftCertificateRecipient' })).id,
  });
const bySerial: Example = async (asking) => ({ params: { serial: (await aCertificateOf(asking)).serial } });

const CERTIFICATES: Record<string, Example> = {
  'PUT /api/gift_certificates/update': async (asking) => ({
    body: {
      id: (await aCertificateOf(asking)).id,
      gift_certificate: { balance: '50.00', who_from: 'Ann', greeting: 'Enjoy', internal_memo: 'Raffle' },
    },
  }),
  'PUT /api/gift_certificates/certificate/{serial}/update_purchaser': async (asking) => ({
    ...(await bySerial(asking)),
    body: { purchaser_id: (await aCustomer(asking.app.db)).id },
  }),
  'PUT /api/gift_certificates/certificate/{serial}/update_recipient': async (asking) => ({
    ...(await bySerial(asking)),
    body: { recipient_id: (await aCustomer(asking.app.db, { type: 'GiftCertificateRecipient' })).id },
  }),
  'GET /api/gift_certificates/certificate/{serial}': bySerial,
  'GET /api/gift_certificates/receipt/{serial}': bySerial,
  'PUT /api/gift_certificates/sales/': () =>
    Promise.resolve({ body: { saleConfiguration: { discount: 7.5 } } }),
};

const called: Example = async (asking) => ({
  body: { id: (await anEntry(asking)).id, outcome: 'calls_back', seen_call_id: null },
});
const anOwnSchedule = async ({ app, admin }: Asking) => {
  const owner = app.db
    .selectFrom('staff_users')
    .select('id')
    .where('email', '=', admin['uid'] ?? '');
  const { id: owner_id } = await owner.executeTakeFirstOrThrow();
  return aReportSchedule(app.db, { owner_id, next_run_at: '2040-01-01T16:00:00Z' });
};

const WAITING: Record<string, Example> = {
  'POST /api/lost_leads': async ({ app, course }) => {
    await anOpenTime(app.db, { course_id: course });
    const customer = { first_name: 'Ann', last_name: aName(), email: `${uniqueText()}@golf.example` };
    const lead = { lead_date: '2027-06-01', play_time: '07:42', players: 2, course: { id: course } };
    return { body: { lost_lead: { ...lead, customer } } };
  },
  'GET /api/availability_queue/close': async (asking) => ({
    query: { id: (await anEntry(asking)).fore_up_availability_id },
  }),
  'POST /api/availability_queue/reopen': async (asking) => {
    const { fore_up_availability_id: id } = await anEntry(asking);
    await asking.app.call(waitList.close, { query: { id } }, asking.admin);
    return { body: { id } };
  },
  'POST /api/availability_queue/outcome': called,
  'POST /api/availability_queue/take_back': async (asking) => {
    const sent = await called(asking);
    const { id: call_id } = await asking.app.ok(waitList.outcome, sent as never, asking.admin);
    return { body: { ...(sent.body as { id: number }), call_id } };
  },
};

const schedule = { report: 'rate-sheet', repeats: 'daily', hour: 8 };
const USER = { password: 'fairways and greens', password_confirmation: 'fairways and greens' };
const OFFICE: Record<string, Example> = {
  'POST /api/report_schedules': async ({ app, admin }) => {
    const own = app.db
      .selectFrom('staff_users')
      .select('id')
      .where('email', '=', admin['uid'] ?? '');
    return { body: { report_schedule: { ...schedule, recipients: [await own.executeTakeFirstOrThrow()] } } };
  },
  'PUT /api/report_schedules/update': async (asking) => ({
    body: {
      id: (await anOwnSchedule(asking)).id,
      report_schedule: { hour: 9, repeats: 'weekly', weekday: 'Mon' },
    },
  }),
  'DELETE /api/report_schedules/{id}': byId(anOwnSchedule),
  'POST /api/report_schedules/pause/{id}': byId(anOwnSchedule),
  'POST /api/report_schedules/resume/{id}': async (asking) => {
    const { id } = await anOwnSchedule(asking);
    await asking.app.call(
      callNamed('POST /api/report_schedules/pause/{id}'),
      { params: { id } },
      asking.admin,
    );
    return { params: { id } };
  },
  'POST /api/ric_users': () =>
    Promise.resolve({
      body: { ric_user: { ...USER, email: `${uniqueText()}@desk.example`, name: 'Ana' }, groups: 'sdgr' },
    }),
  'PUT /api/ric_users/update': async ({ app }) => ({
    body: { ric_user: { id: (await aStaffUser(app.db)).id, name: aName() }, groups: 'psgr' },
  }),
  'DELETE /api/ric_users/{id}': byId(({ app }) => aStaffUser(app.db)),
  'POST /api/templates/save': () =>
    Promise.resolve({ body: { template: 'receipt', content: `Subject: ${aName()}\n<p>See you there.</p>` } }),
  'POST /api/templates/restore': () => Promise.resolve({ body: { template: 'receipt', version_id: null } }),
};

export const CALL_EXAMPLES: Record<string, Example> = {
  ...PLAIN,
  ...ROUNDS,
  ...CERTIFICATES,
  ...OF_CATALOGUE,
  ...WAITING,
  ...OFFICE,
  ...PARTNER_CALL_EXAMPLES,
};

/** A valid request for the export of any list. */
export const EXPORT_EXAMPLE: AnyCallInput = {
  body: { title: 'Told', noun: 'row', said: '', columns: [{ name: 'id', label: 'Id' }] },
};

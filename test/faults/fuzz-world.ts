import { randomUUID } from 'node:crypto';
import { courseGroups } from '../../src/areas/course-groups/course-groups.contract.ts';
import {
  TEMPLATE_KINDS,
  type TemplateKind,
} from '../../src/areas/email-templates/email-templates.contract.ts';
import { helpfulLinks } from '../../src/areas/helpful-links/helpful-links.contract.ts';
import { savedViews } from '../../src/contract/saved-views/saved-views.ts';
import { holidays } from '../../src/areas/holidays/holidays.contract.ts';
import { maintenances } from '../../src/areas/maintenances/maintenances.contract.ts';
import { templates } from '../../src/areas/template-editor/template-editor.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { Db } from '../../src/server/process/context.ts';
import { aPartnerWithoutKey } from '../support/partners.ts';
import { aWebhookEndpoint, aWebhookEvent } from '../support/an-endpoint.ts';
import type { HeaderFields, TestApp } from '../support/app.ts';
import { aRefundRequest } from '../support/approving.ts';
import { aCard, bookTeeTime } from '../support/bookings.ts';
import { uniqueText } from '../support/unique-text.ts';
import {
  aCertificate,
  aRentalClub,
  aCourse,
  aCustomer,
  aDiscount,
  aQueueEntry,
  aRate,
  aReportSchedule,
  aStaffUser,
  aTeeTime,
} from '../support/factories.ts';

/** The existing records: ids by the first part of a call's path, and texts by the field's name. */
export type FuzzRecords = { ids: Record<string, (number | string)[]>; texts: Record<string, string[]> };

const A_FEW = 4;

/** Makes some records of every kind again, because calls of the fuzz test delete and spend the earlier ones. */
export async function makeFuzzRecords(app: TestApp, headers: HeaderFields): Promise<FuzzRecords> {
  const world: FuzzRecords = { ids: {}, texts: {} };
  const has = (name: string, id: number | string) => (world.ids[name] ??= []).push(id);
  const reads = (name: string, text: string) => (world.texts[name] ??= []).push(text);
  for (let made = 0; made < A_FEW; made += 1) await add(app, headers, { has, reads });
  has('tee_times', await aCanceled(app, headers));
  for (const id of [1, 2, 3]) has('action', id);
  for (const template of TEMPLATE_KINDS) has('templates', await aVersion(app, headers, template));
  const operations = await app.db.selectFrom('operations').select('id').limit(A_FEW).execute();
  for (const { id } of operations) has('operations', id);
  return world;
}

/** Makes a new version of an e-mail template each time, because saving the text in use makes none. */
async function aVersion(app: TestApp, headers: HeaderFields, template: TemplateKind): Promise<number> {
  const content = `Subject: Of the fuzz ${uniqueText()}\n<p>See you there.</p>`;
  const { version_id } = await app.ok(templates.save, { body: { template, content } }, headers);
  return version_id ?? 0;
}

async function aCanceled(app: TestApp, headers: HeaderFields): Promise<number> {
  const { id } = await bookTeeTime(app, headers, { course: (await aCourse(app.db)).id });
  await app.ok(teeTimes.cancel, { body: { id, cancel: true, refund: false } }, headers);
  return id;
}

type Into = { has: (name: string, id: number | string) => void; reads: (name: string, text: string) => void };

async function add(app: TestApp, headers: HeaderFields, { has, reads }: Into): Promise<void> {
  const { db } = app;
  const course = await aCourse(db);
  has('courses', course.id);
  has('rates', (await aRate(db, course.id)).id);
  // A course without references can be deleted.
  has('courses', (await aCourse(db)).id);
  // The newest date range created below belongs to this rate.
  const ranged = await aRate(db, (await aCourse(db)).id);
  has('rates', ranged.id);
  has('ranged', ranged.id);
  has('rental-clubs', (await aRentalClub(db, course.id)).id);
  const customer = await aCustomer(db);
  has('customers', customer.id);
  has('customer_merges', customer.id);
  reads('email', customer.email);
  const discount = await aDiscount(db);
  has('discounts', discount.id);
  reads('discount_code', discount.code);
  const recipient = await aCustomer(db, { type: 'GiftCertificateRecipient' });
  has('recipient', recipient.id);
  const people = { customer_id: customer.id, recipient_id: recipient.id };
  const certificate = await aCertificate(db, people);
  has('gift_certificates', certificate.id);
  reads('serial', certificate.serial);
  const owed = await aTeeTime(db, { course_id: course.id, customer_id: customer.id });
  const paid = await bookTeeTime(app, headers, { course: course.id, credit_card: aCard() });
  for (const { id } of [owed, paid]) has('tee_times', id);
  const asked = await bookTeeTime(app, headers, { course: course.id, credit_card: aCard() });
  has('refund_requests', await aRefundRequest(app, { tee_time_id: asked.id, cents: 41_200 }));
  has('availability', (await aQueueEntry(db, course.id)).id);
  const user = await aStaffUser(db);
  has('ric_users', user.id);
  reads('staff_email', user.email);
  const owner_id = await asking(db, headers);
  has('readers', owner_id);
  has('report_schedules', (await aReportSchedule(db, { owner_id, next_run_at: '2040-01-01T16:00:00Z' })).id);
  for (const [name, id] of await addPlain(app, headers, course.id)) has(name, id);
}

/** Returns the caller's user id; e-mails with content for admins only can be sent to an admin. */
async function asking(db: Db, headers: HeaderFields): Promise<number> {
  const { id } = await db
    .selectFrom('staff_users')
    .select('id')
    .where('email', '=', headers['uid'] ?? '')
    .executeTakeFirstOrThrow();
  return id;
}

async function addPlain(app: TestApp, headers: HeaderFields, course_id: number): Promise<[string, number][]> {
  const { db } = app;
  const name = `Of the fuzz ${uniqueText()}`;
  const days = { start_date: '2030-01-01', end_date: '2030-01-02' };
  const holiday = { name, ...days, courses: [] };
  const maintenance = { ...days, course: { id: course_id } };
  const helpful_link = { url: 'https://golf.example', description: name };
  const image = await db.insertInto('images').values({ course_id }).returning('id').executeTakeFirstOrThrow();
  const notice = await db
    .insertInto('notices')
    .values({ kind: 'fuzz', message: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  const partner = await db
    .insertInto('api_users')
    .values({ api_user_name: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [range, mail] = [await newest(db, 'rate_date_ranges'), await newest(db, 'outbox')];
  // A person may have fifty saved views, so those of earlier fuzz records are deleted.
  await db.deleteFrom('saved_views').execute();
  const view = { list: '/api/holidays/index', saved_view: { name, columns: ['name'] } };
  return [
    ['saved_views', (await app.ok(savedViews.create, { body: view }, headers)).id],
    ['holidays', (await app.ok(holidays.create, { body: { holiday } }, headers)).id],
    ['maintenances', (await app.ok(maintenances.create, { body: { maintenance } }, headers)).id],
    ['helpful_links', (await app.ok(helpfulLinks.create, { body: { helpful_link } }, headers)).id],
    [
      'course_groups',
      (await app.ok(courseGroups.create, { body: { course_group: { group_name: name } } }, headers)).id,
    ],
    ['images', image.id],
    ['notices', notice.id],
    ['api_user', partner.id],
    ...(await addPartners(db)),
    ['imports', await addImport(db)],
    ['rate_date_ranges', range],
    ['outbox', mail],
  ];
}

/** Adds an uploaded import file whose columns must still be named. */
async function addImport(db: Db): Promise<number> {
  const staff = await db.selectFrom('staff_users').select('id').limit(1).executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('import_files')
    .values({
      kind: 'customers',
      file_name: 'theirs.csv',
      digest: randomUUID(),
      state: 'mapping',
      row_count: 1,
      headings: ['a'],
      columns: ['first_name'],
      made_by: 'Ann Lee',
      address: '127.0.0.1',
      staff_user_id: staff.id,
      kept_until: new Date('2100-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a partner with an API key and a webhook with a waiting event, and a partner that can be deleted. */
async function addPartners(db: Db): Promise<[string, number][]> {
  const [kept, gone] = [await aPartnerWithoutKey(db), await aPartnerWithoutKey(db)];
  const key = db.insertInto('api_keys').values({ api_user_id: kept.id, key_hash: randomUUID() });
  const endpoint = await aWebhookEndpoint(db, kept.id);
  await aWebhookEvent(db, kept.id);
  return [
    ['partners', kept.id],
    ['partners', gone.id],
    ['partner_keys', (await key.returning('id').executeTakeFirstOrThrow()).id],
    ['webhook_endpoints', endpoint.id],
    ['webhooks', await newest(db, 'webhook_deliveries')],
  ];
}

async function newest(db: Db, table: 'rate_date_ranges' | 'outbox' | 'webhook_deliveries'): Promise<number> {
  const { id } = await db
    .selectFrom(table)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

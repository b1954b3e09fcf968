import { businessNow } from '../../../contract/dates.ts';
import { sql } from 'kysely';
import { exactForm } from '../../../contract/names/fold.ts';
import { NotFound, rejectField, RejectedByRule, StaleRecord } from '../../../server/http/errors.ts';
import type { AppContext, CallContext, Db, Staff } from '../../../server/process/context.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { createOnce } from '../../operations/created-once.steps.ts';
import { lockCustomerRecords, lockCustomerContacts } from '../merging/merge.queries.ts';
import { throwCustomerGone } from '../merging/who-stays.queries.ts';
import {
  eraseCustomerFields,
  eraseAuditDetails,
  eraseCustomerRecordTexts,
  eraseCustomerTraces,
  findPersonIdentifiers,
  type PersonIdentifiers,
} from './emptying.queries.ts';
import { customerErasing, ERASE_WORD, type EraseRequest, type ErasurePreview } from './erasing.contract.ts';
import { erasedCounts, whyNotErasable, customerRecords } from './customer-records.queries.ts';
import { variantSpellings } from './variants.queries.ts';
import { isSpellingVariant } from './written-forms.rules.ts';

const todayOf = ({ now, settings }: AppContext): string => businessNow(now(), settings.businessTimeZone).date;

/** Returns how many records of a customer would be erased, and what prevents the erasure. */
export async function erasurePreview(db: Db, app: AppContext, id: number): Promise<ErasurePreview> {
  const customer = await found(db, id);
  const records = await customerRecords(db, id);
  const { updated_at, forgotten_at } = customer;
  const hindrances = forgotten_at ? [ALREADY] : await whyNotErasable(db, records, todayOf(app));
  return { updated_at, emptied: await erasedCounts(db, records), hindrances };
}

/**
 * Returns other spellings of a customer's names. Reads the whole audit trail, which may take longer than the time limit of a
 * request's database work.
 */
export async function findCustomerVariants(app: AppContext, id: number): Promise<{ variants: string[] }> {
  const { db } = app.limit?.unlimited ?? app;
  const { names } = await findPersonIdentifiers(db, await customerRecords(db, id), id);
  return { variants: await variantSpellings(db, names) };
}

const ALREADY = 'Their personal data was erased already.';

const found = async (db: Db, id: number) =>
  (await db
    .selectFrom('customers')
    .select(['email', 'updated_at', 'updated_by', 'forgotten_at'])
    .where('id', '=', id)
    .executeTakeFirst()) ??
  throwCustomerGone(db, id).catch(() => {
    throw new NotFound('This customer');
  });

/**
 * Erases a customer's data in one transaction, which reads the whole audit trail and so may take longer than the time limit of a
 * request's database work. Locks rows in the same order as booking and merging: a concurrent booking either comes first and
 * prevents the erasure, or no longer finds the customer.
 */
export async function eraseCustomer(
  app: AppContext,
  { staff, idempotencyKey }: Pick<CallContext, 'staff' | 'idempotencyKey'>,
  request: EraseRequest,
): Promise<Record<string, never>> {
  const { db } = app.limit?.unlimited ?? app;
  await runTransaction(db, (one) =>
    createOnce(customerErasing.forget, { db: one, staff, idempotencyKey }, async () => {
      await lockToErase(one, request);
      await erase(one, staff, { ...request, today: todayOf(app) });
      return {};
    }),
  );
  return {};
}

async function lockToErase(db: Db, { id, updated_at, typed }: EraseRequest): Promise<void> {
  await lockCustomerRecords(db, id);
  await lockCustomerContacts(db, [id]);
  await sql`select from lost_leads where customer_id = ${id} order by id for no key update`.execute(db);
  await sql`select from customers where id = ${id} for update`.execute(db);
  const customer = await found(db, id);
  if (customer.forgotten_at) throw new RejectedByRule(ALREADY);
  if (customer.updated_at !== updated_at) throw new StaleRecord(customer.updated_by, customer.updated_at);
  checkTyped(customer.email, typed);
}

type Erasure = Pick<EraseRequest, 'id' | 'also'> & { today: string };

async function erase(db: Db, staff: Staff, { id, also, today }: Erasure): Promise<void> {
  const records = await customerRecords(db, id);
  const [hindrance] = await whyNotErasable(db, records, today);
  if (hindrance !== undefined) throw new RejectedByRule(hindrance);
  const known = withVariants(await findPersonIdentifiers(db, records, id), also);
  const counts = await erasedCounts(db, records);
  const emptied = await eraseAuditDetails(db, records, known);
  await eraseCustomerRecordTexts(db, records, known);
  await eraseCustomerTraces(db, records, known);
  await eraseCustomerFields(db, id, staff.name);
  const entry = { action: 'forgot the customer' as const, subject: 'customer', subject_id: id };
  await audit(db, { ...auditCaller(staff), ...entry, after: { ...counts, emptied } });
}

function withVariants(known: PersonIdentifiers, also: string[]): PersonIdentifiers {
  if (!also.every((variant) => isSpellingVariant(variant, known.names)))
    rejectField('also', 'is no variant of their names');
  return { ...known, sure: [...known.sure, ...also], likely: [...known.likely, ...also] };
}

function checkTyped(email: string, typed: string): void {
  const confirmation = email.trim() || ERASE_WORD;
  if (exactForm(typed) !== exactForm(confirmation))
    rejectField('typed', 'is not what you were asked to type');
}

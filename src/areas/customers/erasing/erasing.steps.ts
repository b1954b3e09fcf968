import { businessNow } from '../../../contract/dates.ts';
import { sql } from 'kysely';
import { exactForm } from '../../../contract/names/fold.ts';
import { NotFound, rejectField, Refused, Stale } from '../../../server/http/errors.ts';
import type { Db, AppContext, Staff } from '../../../server/process/context.ts';
import { audit, auditedCaller } from '../../audit/audit.queries.ts';
import { lockCustomerRecords, lockWhoBooks } from '../merging/merge.queries.ts';
import { sayWhoIsGone } from '../merging/who-stays.queries.ts';
import {
  emptyCustomer,
  emptyEntries,
  emptyRecords,
  emptyTraces,
  knownBy,
  type KnownBy,
} from './emptying.queries.ts';
import { ERASE_WORD, type EraseRequest, type ErasurePreview } from './erasing.contract.ts';
import { erasedCounts, whyNotErasable, customerRecords } from './customer-records.queries.ts';
import { variantSpellings } from './variants.queries.ts';
import { isVariantOf } from './written-forms.rules.ts';

const todayOf = ({ now, settings }: AppContext): string => businessNow(now(), settings.businessTimeZone).date;

/** Returns what would be erased, and what prevents it. */
export async function erasurePreview(db: Db, app: AppContext, id: number): Promise<ErasurePreview> {
  const customer = await found(db, id);
  const records = await customerRecords(db, id);
  const { updated_at, forgotten_at } = customer;
  const hindrances = forgotten_at ? [ALREADY] : await whyNotErasable(db, records, todayOf(app));
  return { updated_at, emptied: await erasedCounts(db, records), hindrances };
}

/** Returns other spellings of their names. It reads the whole audit, which may take longer than a request waits. */
export async function variantsFor(app: AppContext, id: number): Promise<{ variants: string[] }> {
  const { db } = app.limit?.unlimited ?? app;
  const { names } = await knownBy(db, await customerRecords(db, id), id);
  return { variants: await variantSpellings(db, names) };
}

const ALREADY = 'They were forgotten already.';

const found = async (db: Db, id: number) =>
  (await db
    .selectFrom('customers')
    .select(['email', 'updated_at', 'updated_by', 'forgotten_at'])
    .where('id', '=', id)
    .executeTakeFirst()) ??
  sayWhoIsGone(db, id).catch(() => {
    throw new NotFound('This customer');
  });

/**
 * Erases a customer's data in one transaction, which reads the whole audit and so may take longer than a request waits. Rows that
 * a booking locks are locked in the same order, as merging does: a concurrent booking either was first, and prevents the erasure,
 * or finds nobody.
 */
export async function eraseCustomer(
  app: AppContext,
  staff: Staff,
  forget: EraseRequest,
): Promise<Record<string, never>> {
  const { db } = app.limit?.unlimited ?? app;
  await db.transaction().execute(async (one) => {
    const { id } = forget;
    await lockCustomerRecords(one, id);
    await lockWhoBooks(one, [id]);
    await sql`select from lost_leads where customer_id = ${id} order by id for no key update`.execute(one);
    await sql`select from customers where id = ${id} for update`.execute(one);
    const customer = await found(one, id);
    if (customer.updated_at !== forget.updated_at) throw new Stale(customer.updated_by, customer.updated_at);
    if (customer.forgotten_at) throw new Refused(ALREADY);
    checkTyped(customer.email, forget.typed);
    const records = await customerRecords(one, id);
    const [hindrance] = await whyNotErasable(one, records, todayOf(app));
    if (hindrance !== undefined) throw new Refused(hindrance);
    const known = withVariants(await knownBy(one, records, id), forget.also);
    const counts = await erasedCounts(one, records);
    const emptied = await emptyEntries(one, records, known);
    await emptyRecords(one, records, known);
    await emptyTraces(one, records, known);
    await emptyCustomer(one, id, staff.name);
    const entry = { action: 'forgot the customer' as const, subject: 'customer', subject_id: id };
    await audit(one, { ...auditedCaller(staff), ...entry, after: { ...counts, emptied } });
  });
  return {};
}

function withVariants(known: KnownBy, also: string[]): KnownBy {
  if (!also.every((variant) => isVariantOf(variant, known.names)))
    rejectField('also', 'is no variant of their names');
  return { ...known, sure: [...known.sure, ...also], likely: [...known.likely, ...also] };
}

function checkTyped(email: string, typed: string): void {
  const confirmation = email.trim() || ERASE_WORD;
  if (exactForm(typed) !== exactForm(confirmation))
    rejectField('typed', 'is not what you were asked to type');
}

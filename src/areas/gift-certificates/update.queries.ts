import { sql, type Selectable } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import { formatMoney } from '../../contract/money.ts';
import { withoutCodeSeparators } from '../../contract/words.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import type { GiftCertificates } from '../../server/database/tables.ts';
import { rejectField } from '../../server/http/errors.ts';
import { validateForm, lockForChange, type FormCheck } from '../../server/records/forms.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { uniqueTextCheck } from '../../server/records/unique.ts';
import { courseExistsCheck } from '../course-choice/course-choice.queries.ts';
import { audit, auditCaller } from '../audit/audit.queries.ts';
import { typedBalance, type SaleTotalAndBalance } from './balance/adjust.rules.ts';
import { adjustCertificateBalance, heldCertificateCents } from './balance/balance.queries.ts';
import type { GiftCertificateForm } from './gift-certificates.contract.ts';
import { serialWithoutSeparators } from './gift-certificates.queries.ts';
import { isSerial, INVALID_SERIAL_TEXT } from './selling/serials.rules.ts';
import { whyCertificateClosed } from './refunding/refundable.queries.ts';

type Stored = Selectable<GiftCertificates>;

const ADMINS_ONLY = 'can be changed by an admin only';

/**
 * Saves a gift certificate. Its sale total and balance change only by ledger entries, made by an admin, while the certificate
 * is locked: a concurrent booking that would spend it waits, or its hold is counted.
 */
export async function updateCertificate(
  db: Db,
  id: number,
  sent: UncheckedForm<GiftCertificateForm>,
  staff: Staff,
) {
  await lockForChange(db, { table: 'gift_certificates', id }, sent);
  // A separate statement sees what was committed while the lock was waited for.
  const stored = await db
    .selectFrom('gift_certificates')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const form = await validateForm(sent, (soFar) => checksOf(db, stored, { form: soFar, staff }));
  const worth = worthOf(stored, form);
  const serial = form.serial ?? stored.serial;
  await adjustCertificateBalance(db, stored, { worth, staff });
  const columns = {
    ...fieldsOf(form),
    serial,
    raw_value: worth.value,
    raw_price: priceOf(stored, worth),
    raw_balance: worth.balance,
  };
  const changed = Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => value !== Reflect.get(stored, name)),
  );
  if (Object.keys(changed).length === 0) return { id };
  await db
    .updateTable('gift_certificates')
    .set({ ...changed, ...lastChangeColumns(staff) })
    .where('id', '=', id)
    .execute();
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(stored, name)]));
  const entry = {
    ...auditCaller(staff),
    action: 'edited' as const,
    subject: 'gift_certificate',
    subject_id: id,
  };
  await audit(db, { ...entry, before, after: changed });
  return { id };
}

function fieldsOf({ course, ...form }: GiftCertificateForm) {
  const { who_from, email_delivery, mail_recipient, greeting, internal_memo } = form;
  const fields = { who_from, email_delivery, mail_recipient, greeting, internal_memo };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return { ...Object.fromEntries(given), ...(course !== undefined && { course_id: course?.id ?? null }) };
}

const worthOf = (stored: Stored, form: Partial<GiftCertificateForm>): SaleTotalAndBalance => ({
  value: form.transaction_item?.total ?? stored.raw_value,
  balance: typedBalance(stored.raw_balance, form) ?? stored.raw_balance,
});

/** Returns the price after a correction of the sale total, which changes value and price by the same amount. */
const priceOf = (stored: Stored, { value }: SaleTotalAndBalance): number =>
  stored.raw_price + value - stored.raw_value;

type CertificateUpdate = { form: Partial<GiftCertificateForm>; staff: Staff };

function checksOf(db: Db, stored: Stored, { form, staff }: CertificateUpdate): FormCheck[] {
  const worth = worthOf(stored, form);
  const { value, balance } = worth;
  const serial = form.serial ?? stored.serial;
  const isOther = serial !== stored.serial;
  const refused = (field: string, says: string) => () => rejectField(field, says);
  const byAdmins = (field: string, changed: boolean) =>
    changed && staff.level !== 'admin' && refused(field, ADMINS_ONLY);
  return [
    typedBalance(stored.raw_balance, form) === null &&
      refused('balance', 'is not the same amount as raw_balance'),
    byAdmins('serial', isOther),
    byAdmins('balance', balance !== stored.raw_balance),
    byAdmins('transaction_item.total', value !== stored.raw_value),
    priceOf(stored, worth) < 0 &&
      refused(
        'transaction_item.total',
        `cannot be lowered by more than the ${formatMoney(stored.raw_price)} that was paid`,
      ),
    isOther && !isSerial(serial) && refused('serial', INVALID_SERIAL_TEXT),
    isOther &&
      uniqueTextCheck(db, { table: 'gift_certificates', column: 'serial', text: serial, except: stored.id }),
    isOther && (() => refuseHeard(db, stored.id, serial)),
    () => refuseBelowHeld(db, stored.id, balance),
    (balance !== stored.raw_balance || value !== stored.raw_value) &&
      (() => refuseClosed(db, stored, balance)),
    form.course?.id ? courseExistsCheck(db, { id: form.course.id }) : null,
  ];
}

/** Rejects a serial that differs from another one only by its hyphens, because people would confuse the two. */
async function refuseHeard(db: Db, id: number, serial: string): Promise<void> {
  const { rows } = await sql`select 1 from gift_certificate_list l
    where ${serialWithoutSeparators('l')} = ${withoutCodeSeparators(serial)} and l.id <> ${id} limit 1`.execute(
    db,
  );
  if (rows.length > 0) rejectField('serial', 'is taken already');
}

/** Rejects another balance for a gift certificate that was refunded, or is being refunded. */
async function refuseClosed(db: Db, { id, raw_balance }: Stored, balance: number): Promise<void> {
  const closed = await whyCertificateClosed(db, id);
  if (closed !== null) rejectField(balance === raw_balance ? 'transaction_item.total' : 'balance', closed);
}

async function refuseBelowHeld(db: Db, id: number, balance: number): Promise<void> {
  const held = await heldCertificateCents(db, id);
  if (balance < held)
    rejectField('balance', `cannot go below ${formatMoney(held)}, which a booking under way holds`);
}

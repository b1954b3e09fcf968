import type { Selectable } from 'kysely';
import { formatMoney } from '../../contract/money.ts';
import type { Db, Staff } from '../../server/context.ts';
import type { GiftCertificates } from '../../server/database/tables.ts';
import { Invalid } from '../../server/errors.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { requireFree } from '../../server/unique.ts';
import { requireCourses } from '../courses/courses.queries.ts';
import { audit } from '../payments/audit.queries.ts';
import { typedBalance, type Worth } from './balance/adjust.rules.ts';
import { adjust, heldOn } from './balance/balance.queries.ts';
import type { GiftCertificateForm } from './gift-certificates.contract.ts';

type Stored = Selectable<GiftCertificates>;

const ADMINS_ONLY = 'can be changed by an admin only';

/**
 * Saves a certificate. What it was sold for and what is left on it change as entries of the ledger only, made by an
 * admin, under the certificate's lock: a booking that would spend it meanwhile waits, or has its hold counted.
 */
export async function updateCertificate(db: Db, id: number, form: GiftCertificateForm, staff: Staff) {
  await lockSeen(db, 'gift_certificates', id, form.updated_at);
  // A statement of its own: it sees what was committed while the lock was waited for.
  const stored = await db
    .selectFrom('gift_certificates')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const serial = form.serial ?? stored.serial;
  const worth = await checked(db, stored, { form, serial, staff });
  if (form.course?.id) await requireCourses(db, [form.course.id], 'course');
  await adjust(db, stored, { worth, staff });
  const wanted = { ...fieldsOf(form), serial, raw_value: worth.value, raw_balance: worth.balance };
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== Reflect.get(stored, name)),
  );
  if (Object.keys(changed).length === 0) return { id };
  await db
    .updateTable('gift_certificates')
    .set({ ...changed, ...changedBy(staff) })
    .where('id', '=', id)
    .execute();
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(stored, name)]));
  const details = { before, after: changed };
  const deed = { made_by: staff.name, subject: 'gift_certificate', subject_id: id };
  await audit(db, { ...deed, action: 'edited', details });
  return { id };
}

function fieldsOf({ course, ...form }: GiftCertificateForm) {
  const { who_from, email_delivery, mail_recipient, greeting, internal_memo } = form;
  const fields = { who_from, email_delivery, mail_recipient, greeting, internal_memo };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return { ...Object.fromEntries(given), ...(course !== undefined && { course_id: course?.id ?? null }) };
}

type Asked = { form: GiftCertificateForm; serial: string; staff: Staff };

/** What the certificate is to be worth; Invalid where that, or the serial, may not be. */
async function checked(db: Db, stored: Stored, { form, serial, staff }: Asked): Promise<Worth> {
  const balance = typedBalance(stored.raw_balance, form);
  if (balance === null) throw new Invalid({ balance: ['is not the same amount as raw_balance'] });
  const value = form.transaction_item?.total ?? stored.raw_value;
  const changed = {
    serial: serial !== stored.serial,
    balance: balance !== stored.raw_balance,
    'transaction_item.total': value !== stored.raw_value,
  };
  const names = Object.entries(changed).flatMap(([name, differs]) => (differs ? [name] : []));
  if (names.length > 0 && staff.level !== 'admin')
    throw new Invalid(Object.fromEntries(names.map((name) => [name, [ADMINS_ONLY]])));
  if (changed.serial && !/^[\w.-]+$/.test(serial))
    throw new Invalid({ serial: ['must be letters, digits, dots and hyphens'] });
  const { id: except } = stored;
  if (changed.serial)
    await requireFree(db, { table: 'gift_certificates', column: 'serial', text: serial, except });
  const held = await heldOn(db, stored.id);
  if (balance < held)
    throw new Invalid({
      balance: [`can not go below ${formatMoney(held)}, which a booking under way holds`],
    });
  return { value, balance };
}

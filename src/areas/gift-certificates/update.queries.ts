import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { formatMoney } from '../../contract/money.ts';
import type { Db, Staff } from '../../server/context.ts';
import type { GiftCertificates } from '../../server/database/catalogue-tables.ts';
import { Invalid } from '../../server/errors.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { requireCourses } from '../courses/courses.queries.ts';
import { audit } from '../payments/audit.queries.ts';
import { recordTransaction } from '../payments/ledger.queries.ts';
import { claimOperation, fingerprintOf, settleOperation } from '../payments/operations.queries.ts';
import { correction, typedBalance, type Worth } from './adjust.rules.ts';
import type { GiftCertificateForm } from './gift-certificates.contract.ts';
import { findBySerial, heldOn } from './gift-certificates.queries.ts';

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
    .execute()
    .catch(refuseTakenSerial);
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(stored, name)]));
  const details = { before, after: changed };
  await audit(db, { ...deedOf(id, staff), action: 'edited', details });
  return { id };
}

const deedOf = (id: number, staff: Staff) => ({
  made_by: staff.name,
  subject: 'gift_certificate',
  subject_id: id,
});

function fieldsOf({
  who_from,
  email_delivery,
  mail_recipient,
  greeting,
  internal_memo,
  course,
}: GiftCertificateForm) {
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
  const held = await heldOn(db, stored.id);
  if (balance < held)
    throw new Invalid({
      balance: [`can not go below ${formatMoney(held)}, which a booking under way holds`],
    });
  return { value, balance };
}

async function adjust(
  db: Db,
  stored: Stored,
  { worth, staff }: { worth: Worth; staff: Staff },
): Promise<void> {
  const { sale, adjustment } = correction({ value: stored.raw_value, balance: stored.raw_balance }, worth);
  if (sale === 0 && adjustment === 0) return;
  const gift_certificate_id = stored.id;
  const claim = await claimOperation(db, {
    kind: 'adjust',
    staff,
    key: randomUUID(),
    fingerprint: fingerprintOf({ gift_certificate_id, ...worth }),
  });
  if (!claim.isNew) throw new Error('a fresh key can not be taken');
  const cause = { gift_certificate_id, operation_id: claim.id, made_by: staff.name };
  await recordTransaction(db, { ...cause, kind: 'certificate_sale', memo: 'Sale total corrected' }, [
    { account: 'certificate_sale', raw_amount: sale },
    { account: 'gift_certificate', raw_amount: -sale, gift_certificate_id },
  ]);
  await recordTransaction(db, { ...cause, kind: 'certificate_adjustment', memo: 'Balance adjusted' }, [
    { account: 'adjustment', raw_amount: adjustment },
    { account: 'gift_certificate', raw_amount: -adjustment, gift_certificate_id },
  ]);
  await settleOperation(db, claim.id, 200, { id: stored.id });
}

const UNIQUE_VIOLATION = '23505';
function refuseTakenSerial(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
    throw new Invalid({ serial: ['belongs to another gift certificate'] });
  throw error;
}

type Side = 'customer_id' | 'recipient_id';
const SIDES = {
  customer_id: { type: 'Customer', field: 'purchaser_id', refusal: 'is not a customer' },
  recipient_id: {
    type: 'GiftCertificateRecipient',
    field: 'recipient_id',
    refusal: 'is not a gift certificate recipient',
  },
} as const;
type Choice = { serial: string; person: number; updated_at?: string | null | undefined };

/** Gives a certificate another purchaser or recipient, of the type that each must have. */
export async function updatePerson(db: Db, side: Side, { serial, person, updated_at }: Choice, staff: Staff) {
  const { type, field, refusal } = SIDES[side];
  const { id } = await findBySerial(db, serial);
  await lockSeen(db, 'gift_certificates', id, updated_at);
  // Shared, so that nobody gives this person another type meanwhile.
  const chosen = await db
    .selectFrom('customers')
    .select('type')
    .where('id', '=', person)
    .forShare()
    .executeTakeFirst();
  if (chosen?.type !== type) throw new Invalid({ [field]: [refusal] });
  const saved = await db
    .updateTable('gift_certificates')
    .set({ [side]: person, ...changedBy(staff) })
    .where('id', '=', id)
    .returning(['id', 'updated_at'])
    .executeTakeFirstOrThrow();
  await audit(db, { ...deedOf(id, staff), action: 'edited', details: { after: { [side]: person } } });
  return saved;
}

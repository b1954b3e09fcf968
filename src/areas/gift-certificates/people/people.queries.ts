import type { Db, Staff } from '../../../server/context.ts';
import { Invalid } from '../../../server/errors.ts';
import { changedBy, lockSeen } from '../../../server/stale.ts';
import { audit } from '../../payments/audit.queries.ts';
import { findBySerial } from '../gift-certificates.queries.ts';

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
  const deed = { made_by: staff.name, subject: 'gift_certificate', subject_id: id };
  await audit(db, { ...deed, action: 'edited', details: { after: { [side]: person } } });
  return saved;
}

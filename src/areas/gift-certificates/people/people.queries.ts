import type { Db, Staff } from '../../../server/process/context.ts';
import { rejectField } from '../../../server/http/errors.ts';
import { runFormChecks } from '../../../server/records/forms.ts';
import { lastChangeColumns, lockUnchanged } from '../../../server/records/optimistic-lock.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { lockRemainingCustomer } from '../../customers/merging/who-stays.queries.ts';
import { findCertificateBySerial } from '../gift-certificates.queries.ts';
import { withoutCodeSeparators } from '../../../contract/words.ts';
import { possibleSerials } from '../selling/serials.rules.ts';

type Side = 'customer_id' | 'recipient_id';
const SIDES = {
  customer_id: { type: 'Customer', field: 'purchaser_id', refusal: 'is not a customer' },
  recipient_id: {
    type: 'GiftCertificateRecipient',
    field: 'recipient_id',
    refusal: 'is not a gift certificate recipient',
  },
} as const;
type Choice = {
  /** The serial in the path of the call. */
  serial: string;
  /** The serial in the body of the call, if it has one. */
  named: string | null | undefined;
  person: number;
  updated_at?: string | null | undefined;
};

/** Sets the purchaser or the recipient of a gift certificate, each of whom must be a customer of a certain type. */
export async function updateCertificatePerson(db: Db, side: Side, choice: Choice, staff: Staff) {
  const { serial, updated_at } = choice;
  const { type, field, refusal } = SIDES[side];
  const { id } = await findCertificateBySerial(db, serial);
  await lockUnchanged(db, 'gift_certificates', id, updated_at);
  const person = await lockRemainingCustomer(db, choice.person);
  // A shared lock prevents a concurrent change of this person's type.
  const chosen = await db
    .selectFrom('customers')
    .select('type')
    .where('id', '=', person)
    .forShare()
    .executeTakeFirst();
  await runFormChecks([
    chosen?.type !== type && (() => rejectField(field, chosen ? refusal : 'does not exist')),
    isAnother(choice) && (() => rejectField('serial', 'names another certificate than the address')),
  ]);
  const before = await db
    .selectFrom('gift_certificates')
    .select(side)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const saved = await db
    .updateTable('gift_certificates')
    .set({ [side]: person, ...lastChangeColumns(staff) })
    .where('id', '=', id)
    .returning(['id', 'updated_at'])
    .executeTakeFirstOrThrow();
  const entry = {
    ...auditCaller(staff),
    action: 'edited' as const,
    subject: 'gift_certificate',
    subject_id: id,
  };
  await audit(db, { ...entry, before, after: { [side]: person } });
  return saved;
}

// The serial in the path names the gift certificate; a body with another serial was meant for another certificate.
const isAnother = ({ serial, named }: Choice): boolean =>
  Boolean(named) &&
  withoutCodeSeparators(named ?? '') !== withoutCodeSeparators(serial) &&
  !possibleSerials(named ?? '').some((one) => possibleSerials(serial).includes(one));

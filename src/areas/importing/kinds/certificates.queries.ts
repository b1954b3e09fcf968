import { sql } from 'kysely';
import { localInstant } from '../../../contract/dates.ts';
import { withoutCodeSeparators } from '../../../contract/words.ts';
import { InvalidFields, rejectField } from '../../../server/http/errors.ts';
import type { Db } from '../../../server/process/context.ts';
import { validateForm } from '../../../server/records/forms.ts';
import { auditCreatedRecords } from '../../audit/audit.queries.ts';
import {
  giftCertificates,
  type GiftCertificateForm,
} from '../../gift-certificates/gift-certificates.contract.ts';
import { serialWithoutSeparators } from '../../gift-certificates/gift-certificates.queries.ts';
import { isSerial, INVALID_SERIAL_TEXT } from '../../gift-certificates/selling/serials.rules.ts';
import { parseDayCell, parseYesNoCell } from '../reading/cells.rules.ts';
import type { ImportKind, ImportRowContext } from '../kind.queries.ts';
import { postImportedTransactions } from './ledger.queries.ts';
import { requireCourseNamed, requirePersonByEmail, requirePastDay } from './named.queries.ts';

const FIELDS = [
  'serial',
  'value',
  'balance',
  'created_at',
  'customer_email',
  'recipient_email',
  'course',
  'who_from',
  'email_delivery',
  'mail_recipient',
  'greeting',
  'internal_memo',
];
type Raw = Record<string, string>;

/**
 * Imports gift certificates that are in circulation, with their balances, by the rules of the form that changes a certificate.
 */
export const certificateImport: ImportKind = {
  table: 'gift_certificates',
  fields: FIELDS,

  async read(raw, reading) {
    const { form, ids } = await readForm(raw, reading);
    const record = {
      serial: form.serial ?? '',
      raw_value: form.transaction_item?.total ?? 0,
      raw_balance: form.balance ?? 0,
      who_from: form.who_from ?? '',
      email_delivery: form.email_delivery ?? false,
      mail_recipient: form.mail_recipient ?? true,
      greeting: form.greeting ?? '',
      internal_memo: form.internal_memo ?? '',
      ...ids,
      created_at: new Date(
        localInstant(parseDayCell(raw['created_at'] ?? '') ?? '', '00:00', reading.zone),
      ).toISOString(),
    };
    return { record, keys: [withoutCodeSeparators(record.serial)] };
  },

  // Locks the gift certificates, so that nobody creates, sells or spends one until all rows are inserted.
  async lock(db) {
    await sql`lock table gift_certificates in share row exclusive mode`.execute(db);
  },

  async findDoubles(db: Db, import_id: number) {
    await sql`update import_rows r set double_of = g.id from gift_certificate_list g
      where r.import_id = ${import_id} and r.record is not null and ${serialWithoutSeparators('g')} = r.keys[1]`.execute(
      db,
    );
  },

  async putIn(db: Db, good, maker) {
    await sql`
      insert into gift_certificates (id, serial, raw_value, raw_price, raw_balance, who_from, email_delivery, mail_recipient,
        greeting, internal_memo, course_id, customer_id, recipient_id, created_at, updated_by)
      select r.made_id, g.serial, g.raw_value, g.raw_value, g.raw_balance, g.who_from, g.email_delivery, g.mail_recipient,
        g.greeting, g.internal_memo, g.course_id, g.customer_id, g.recipient_id, g.created_at, ${maker.name}
      from (${good}) r, jsonb_populate_record(null::gift_certificates, r.record) g`.execute(db);
    const of = { table: 'gift_certificates', column: 'gift_certificate_id', to: 'gift_certificate' } as const;
    const sold = { kind: 'certificate_sale', from: 'certificate_sale' } as const;
    const spent = { kind: 'certificate_adjustment', from: 'adjustment' } as const;
    await postImportedTransactions(db, good, maker, { ...of, ...sold, cents: sql`t.raw_value` });
    await postImportedTransactions(db, good, maker, {
      ...of,
      ...spent,
      cents: sql`t.raw_balance - t.raw_value`,
    });
    const made = sql`select r.made_id as id, r.record || jsonb_build_object('id', r.made_id) as after from (${good}) r order by r.line`;
    await auditCreatedRecords(
      db,
      { made_by: maker.name, address: maker.address, subject: 'gift_certificate' },
      made,
    );
  },
};

/**
 * Parses a row as a gift certificate's form, with errors under the names of the file's columns. Also returns the ids of the
 * people and the course that the row names.
 */
async function readForm(raw: Raw, { db, today }: ImportRowContext) {
  const {
    value,
    email_delivery,
    mail_recipient,
    course,
    customer_email,
    recipient_email,
    created_at,
    ...rest
  } = raw;
  const sent = giftCertificates.update.body.shape.gift_certificate.parse({
    ...rest,
    transaction_item: { total: value },
    email_delivery: parseYesNoCell(email_delivery),
    mail_recipient: parseYesNoCell(mail_recipient),
  });
  const ids: Record<'course_id' | 'customer_id' | 'recipient_id', number | null> = {
    course_id: null,
    customer_id: null,
    recipient_id: null,
  };
  const purchaser = { field: 'customer_email', text: customer_email, type: 'Customer' } as const;
  const recipient = {
    field: 'recipient_email',
    text: recipient_email,
    type: 'GiftCertificateRecipient',
  } as const;
  const form = await validateForm(sent, (soFar) => [
    ...worthChecks(soFar, raw),
    () => requirePastDay('created_at', created_at, today),
    async () => void (ids.course_id = await requireCourseNamed(db, { field: 'course', text: course })),
    async () => void (ids.customer_id = await requirePersonByEmail(db, purchaser)),
    async () => void (ids.recipient_id = await requirePersonByEmail(db, recipient)),
  ]).catch(underColumns);
  return { form, ids };
}

function worthChecks({ serial, transaction_item, balance }: Partial<GiftCertificateForm>, raw: Raw) {
  const value = transaction_item?.total;
  const isMissing = (column: string) =>
    raw[column] === undefined && (() => rejectField(column, 'is required'));
  return [
    ...['serial', 'value', 'balance'].map(isMissing),
    Boolean(serial) && !isSerial(serial ?? '') && (() => rejectField('serial', INVALID_SERIAL_TEXT)),
    value === 0 && (() => rejectField('value', 'must be more than $0')),
    (value ?? 0) > 0 &&
      (balance ?? 0) > (value ?? 0) &&
      (() => rejectField('balance', 'must not be more than the value')),
  ];
}

// Moves an error of the form's `transaction_item.total` to the file's column `value`.
function underColumns(error: unknown): never {
  if (!(error instanceof InvalidFields)) throw error;
  const { 'transaction_item.total': total, ...errors } = error.errors;
  throw new InvalidFields({ ...errors, ...(total && { value: total }) });
}

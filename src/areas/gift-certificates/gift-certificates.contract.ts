import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { defineForm, type CheckedForm } from '../../contract/forms/form.ts';
import {
  NO_CARD_NUMBER_RULE,
  ExpectedUpdatedAt,
  TextOrEmpty,
  CleanedText,
} from '../../contract/forms/fields.ts';
import { parseMoney } from '../../contract/money.ts';
import { Cents, CentsInput, Money, MoneyInput } from '../../contract/forms/money.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  CreatedInQuery,
  DoneMessage,
  SentRecordId,
  UtcInstant,
  ListQuery,
  SavedRecordId,
} from '../../contract/wire.ts';

export const DELIVERY_METHODS = ['email', 'mail'] as const;

const GiftCertificateRow = z.object({
  id: z.number(),
  created_at: UtcInstant,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  serial: z.string(),
  value: Money,
  balance: Money,
  delivery_method: z.enum(DELIVERY_METHODS),
  internal_memo: z.string(),
  /** The instant at which a refund closed the gift certificate. */
  refunded_at: UtcInstant.nullable(),
});
export type GiftCertificateRow = z.infer<typeof GiftCertificateRow>;

const Person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), email: z.string() });
const GiftCertificate = z.object({
  id: z.number(),
  serial: z.string(),
  created_at: UtcInstant,
  balance: Money,
  raw_balance: Cents,
  /** The part of the balance that bookings under way hold. */
  held: Money,
  who_from: z.string(),
  email_delivery: z.boolean(),
  mail_recipient: z.boolean(),
  greeting: z.string(),
  internal_memo: z.string(),
  transaction_item: z.object({ total: Money }),
  /** The cents that the purchaser paid, less refunds. */
  raw_price: Cents,
  course: z.object({ id: z.number(), course_name: z.string() }).nullable(),
  customer: Person.nullable(),
  recipient: Person.nullable(),
  updated_at: UtcInstant,
  refunded_at: UtcInstant.nullable(),
});
export type GiftCertificate = z.infer<typeof GiftCertificate>;

/**
 * The editable fields of a gift certificate; missing ones stay unchanged. A course of null, or without an id, means every
 * course.
 */
const GiftCertificateForm = defineForm({
  serial: CleanedText(60)
    .min(1, 'is required')
    .refine(...NO_CARD_NUMBER_RULE)
    .nullish(),
  balance: MoneyInput.nullish(),
  raw_balance: CentsInput.nullish(),
  transaction_item: z.object({ total: MoneyInput.nullish() }).nullish(),
  who_from: TextOrEmpty(100).nullish(),
  email_delivery: z.boolean().nullish(),
  mail_recipient: z.boolean().nullish(),
  greeting: TextOrEmpty(2000).nullish(),
  internal_memo: TextOrEmpty(5000).nullish(),
  course: z.object({ id: SentRecordId.nullish() }).nullish(),
  // The purchaser and the recipient are saved by separate calls: screens send null here, which is ignored.
  customer: z.unknown().optional(),
  recipient: z.unknown().optional(),
  updated_at: ExpectedUpdatedAt,
});
export type GiftCertificateForm = CheckedForm<typeof GiftCertificateForm>;

// A percent is parsed as decimal text, so that 12.5 percent is exactly 1250 hundredths.
const Percent = z
  .union([z.number(), z.string()], 'must be a percent')
  .transform((percent) => parseMoney(String(percent)))
  .pipe(z.number('must be a percent like 12.5').max(10_000, 'must be at most 100'));
const SaleConfiguration = z.object({ discount: z.number(), updated_at: UtcInstant });
export type SaleConfiguration = z.infer<typeof SaleConfiguration>;
const SaleConfigurationForm = z.object({ discount: Percent, updated_at: ExpectedUpdatedAt });
export type SaleConfigurationForm = z.output<typeof SaleConfigurationForm>;

const BySerial = z.object({ serial: z.string().trim().min(1, 'is required').max(60) });
const Chosen = { serial: z.string().max(60).nullish(), updated_at: ExpectedUpdatedAt };
/** The new `updated_at` of the gift certificate, so that a form that is open on the screen does not become outdated. */
const Renewed = SavedRecordId.extend({ updated_at: UtcInstant });

const COLUMNS = [
  'id',
  'created_at',
  'first_name',
  'last_name',
  'email',
  'serial',
  'value',
  'balance',
  'delivery_method',
  'internal_memo',
] as const;
const list = {
  filters: COLUMNS,
  sorts: COLUMNS,
  opens: { sort: [{ name: 'created_at', desc: true }], period: true },
} as const;
const envelope = ['gift_certificate'];
// prettier-ignore
export const giftCertificates = {
  index:       defineCall({ method: 'GET', path: '/api/gift_certificates/index',    access: 'staff', query: ListQuery.extend(CreatedInQuery.shape), list, answer: z.array(GiftCertificateRow) }),
  count:       defineCall({ method: 'GET', path: '/api/gift_certificates/count',    access: 'staff', query: CountQuery.extend(CreatedInQuery.shape), answer: RowCount }),
  show:        defineCall({ method: 'GET', path: '/api/gift_certificates/show/:id', access: 'staff', params: RecordIdParams, answer: GiftCertificate }),
  update:      defineCall({ method: 'PUT', path: '/api/gift_certificates/update',   access: 'staff', envelope, body: RecordIdParams.extend({ gift_certificate: GiftCertificateForm.Change }), answer: SavedRecordId }),
  receipt:     defineCall({ method: 'GET', path: '/api/gift_certificates/receipt/:serial',     access: 'staff', changes: ['notices'], writes: true, transaction: 'own', params: BySerial, answer: DoneMessage }),
  certificate: defineCall({ method: 'GET', path: '/api/gift_certificates/certificate/:serial', access: 'staff', changes: ['notices'], writes: true, transaction: 'own', params: BySerial, answer: DoneMessage }),
  updatePurchaser: defineCall({ method: 'PUT', path: '/api/gift_certificates/certificate/:serial/update_purchaser', access: 'staff', transaction: 'own', params: BySerial, body: z.object({ purchaser_id: SentRecordId, ...Chosen }), answer: Renewed }),
  updateRecipient: defineCall({ method: 'PUT', path: '/api/gift_certificates/certificate/:serial/update_recipient', access: 'staff', transaction: 'own', params: BySerial, body: z.object({ recipient_id: SentRecordId, ...Chosen }), answer: Renewed }),
  sales:       defineCall({ method: 'GET', path: '/api/gift_certificates/sales',  access: 'staff', answer: SaleConfiguration }),
  updateSales: defineCall({ method: 'PUT', path: '/api/gift_certificates/sales/', access: 'admin', envelope: ['saleConfiguration'], body: z.object({ saleConfiguration: SaleConfigurationForm }), answer: DoneMessage }),
};

import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import {
  TextOrEmpty,
  RequiredEmail,
  OptionalEmail,
  PhoneText,
  ExpectedUpdatedAt,
  RequiredText,
} from '../../../contract/forms/fields.ts';
import { Postcode } from '../../../contract/forms/postcode.ts';
import { defineForm, type CheckedForm } from '../../../contract/forms/form.ts';
import { Cents, MoneyInput } from '../../../contract/forms/money.ts';
import { RecordIdParams, SentRecordId, UtcInstant } from '../../../contract/wire.ts';
import { OutcomePending } from '../../operations/operations.contract.ts';
import { CreditCard } from '../../payments/payments.contract.ts';

// A text field as it was typed, '' if it is missing.
const Typed = (max: number) =>
  TextOrEmpty(max)
    .nullish()
    .transform((text) => text ?? '');
const EmailOrNone = OptionalEmail().transform((typed) => typed ?? '');
const given = (otherwise: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((ticked) => ticked ?? otherwise);
const Person = z.object({
  first_name: RequiredText(100),
  last_name: RequiredText(100),
  postcode: Postcode,
  primary_phone: PhoneText(40)
    .nullish()
    .transform((text) => text ?? ''),
});

/** A gift certificate to sell. Purchaser and recipient are sent as typed; each is found by e-mail, or created. */
const NewGiftCertificate = defineForm(
  {
    customer: Person.extend({ email: RequiredEmail() }),
    recipient: Person.extend({ email: EmailOrNone }),
    /** The amount that the holder may spend. */
    value: MoneyInput.refine((cents) => cents > 0, 'must be more than $0'),
    course: z.object({ id: SentRecordId.nullish() }).nullish(),
    email_delivery: given(true),
    mail_recipient: given(true),
    who_from: Typed(100),
    greeting: Typed(2000),
    internal_memo: Typed(5000),
    credit_card: CreditCard.nullish(),
    /** The price that the staff user saw, in cents: if the price is different now, the sale is rejected and not charged. */
    shown_price: z.number().int().nullish(),
  },
  [
    {
      of: ['recipient', 'email_delivery'],
      holds: ({ recipient, email_delivery }) => !email_delivery || recipient.email !== '',
      at: 'recipient.email',
      says: 'is required, since the certificate goes there by e-mail',
    },
  ],
);
export type CertificateToSell = CheckedForm<typeof NewGiftCertificate>;

/** An e-mail about the sale that is queued to be sent. */
const Letter = z.object({
  kind: z.enum(['gift_certificate_receipt', 'gift_certificate']),
  recipient: z.string(),
});
export const CertificateSaleAnswer = z.object({
  gift_certificate: z.object({ id: z.number(), serial: z.string(), raw_value: Cents, raw_price: Cents }),
  letters: z.array(Letter),
});
export type CertificateSaleAnswer = z.infer<typeof CertificateSaleAnswer>;

const RefundOptions = z.object({
  /** The sentence that says why the gift certificate cannot be refunded now, or null. */
  refusal: z.string().nullable(),
  /** The cents that would be refunded: all that was paid. */
  raw_back: Cents,
  /** The last four digits of the card that gets the money back. */
  card_last4: z.string().nullable(),
  /** The version of the gift certificate on the screen; the refund sends it back. */
  updated_at: UtcInstant,
});
export type CertificateRefundOptions = z.infer<typeof RefundOptions>;
export const CertificateRefundAnswer = z.object({
  id: z.number(),
  /** The sentence that describes what was done. */
  message: z.string(),
  raw_back: Cents,
});
export type CertificateRefundAnswer = z.infer<typeof CertificateRefundAnswer>;

const envelope = ['gift_certificate'];
// prettier-ignore
export const certificateSales = {
  // Charges the price by the payment protocol and creates the gift certificate once it is paid; takes an Idempotency-Key.
  sell:          defineCall({ method: 'POST', path: '/api/gift_certificates/sell',               access: 'staff', urgency: 'caller', changes: ['notices'], transaction: 'own', ours: true, envelope, body: z.object({ gift_certificate: NewGiftCertificate.Form }), answer: CertificateSaleAnswer, pending: OutcomePending }),
  refundOptions: defineCall({ method: 'GET',  path: '/api/gift_certificates/refund/options/:id', access: 'staff', ours: true, params: RecordIdParams, answer: RefundOptions }),
  // Refunds the price of an unspent gift certificate to the card that paid for it, and closes it; takes an Idempotency-Key.
  refund:        defineCall({ method: 'POST', path: '/api/gift_certificates/refund',             access: 'staff', urgency: 'caller', changes: ['notices'], transaction: 'own', ours: true, body: RecordIdParams.extend({ updated_at: ExpectedUpdatedAt }), answer: CertificateRefundAnswer, pending: OutcomePending }),
};

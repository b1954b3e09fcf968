import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { TextOrEmpty, Email, OptionalEmail, Phone, SeenAt, Text } from '../../../contract/forms/fields.ts';
import { Postcode } from '../../../contract/forms/postcode.ts';
import { form, type FormOf } from '../../../contract/forms/form.ts';
import { Cents, MoneyInput } from '../../../contract/forms/money.ts';
import { ById, Id, Instant } from '../../../contract/wire.ts';
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
  first_name: Text(100),
  last_name: Text(100),
  postcode: Postcode,
  primary_phone: Phone(40)
    .nullish()
    .transform((text) => text ?? ''),
});

/** A gift certificate to sell. Purchaser and recipient are sent as typed; each is found by e-mail, or created. */
const NewGiftCertificate = form(
  {
    customer: Person.extend({ email: Email() }),
    recipient: Person.extend({ email: EmailOrNone }),
    /** The amount that the holder may spend. */
    value: MoneyInput.refine((cents) => cents > 0, 'must be more than $0'),
    course: z.object({ id: Id.nullish() }).nullish(),
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
export type CertificateToSell = FormOf<typeof NewGiftCertificate>;

/** An e-mail about the sale that is queued to be sent. */
const Letter = z.object({
  kind: z.enum(['gift_certificate_receipt', 'gift_certificate']),
  recipient: z.string(),
});
export const SaleAnswer = z.object({
  gift_certificate: z.object({ id: z.number(), serial: z.string(), raw_value: Cents, raw_price: Cents }),
  letters: z.array(Letter),
});
export type SaleAnswer = z.infer<typeof SaleAnswer>;

const RefundOptions = z.object({
  /** The sentence that says why the gift certificate cannot be refunded now, or null. */
  refusal: z.string().nullable(),
  /** The cents that would be refunded: all that was paid. */
  raw_back: Cents,
  /** The last four digits of the card that gets the money back. */
  card_last4: z.string().nullable(),
  /** The version of the gift certificate on the screen; the refund sends it back. */
  updated_at: Instant,
});
export type RefundOptions = z.infer<typeof RefundOptions>;
export const RefundAnswer = z.object({
  id: z.number(),
  /** The sentence that describes what was done. */
  message: z.string(),
  raw_back: Cents,
});
export type RefundAnswer = z.infer<typeof RefundAnswer>;

const envelope = ['gift_certificate'];
// prettier-ignore
export const certificateSales = {
  // Charges the price by the payment protocol and creates the gift certificate once it is paid; takes an Idempotency-Key.
  sell:          call({ method: 'POST', path: '/api/gift_certificates/sell',               access: 'staff', urgency: 'caller', changes: ['notices'], transaction: 'own', ours: true, envelope, body: z.object({ gift_certificate: NewGiftCertificate.Form }), answer: SaleAnswer, pending: OutcomePending }),
  refundOptions: call({ method: 'GET',  path: '/api/gift_certificates/refund/options/:id', access: 'staff', ours: true, params: ById, answer: RefundOptions }),
  // Refunds the price of an unspent gift certificate to the card that paid for it, and closes it; takes an Idempotency-Key.
  refund:        call({ method: 'POST', path: '/api/gift_certificates/refund',             access: 'staff', urgency: 'caller', changes: ['notices'], transaction: 'own', ours: true, body: ById.extend({ updated_at: SeenAt }), answer: RefundAnswer, pending: OutcomePending }),
};

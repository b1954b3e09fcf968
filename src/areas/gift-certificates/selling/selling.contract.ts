import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { AnyText, Email, OptionalEmail, Phone, SeenAt, Text } from '../../../contract/forms/fields.ts';
import { form, type FormOf } from '../../../contract/forms/form.ts';
import { Cents, MoneyInput } from '../../../contract/money.ts';
import { ById, Id, Instant } from '../../../contract/wire.ts';
import { OutcomePending } from '../../operations/operations.contract.ts';
import { CreditCard } from '../../payments/payments.contract.ts';

// What was typed, '' where nothing was.
const Typed = (max: number) =>
  AnyText(max)
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
  postcode: Typed(12).refine((text) => /^[A-Za-z0-9 -]*$/.test(text), 'must be letters and digits'),
  primary_phone: Phone(40)
    .nullish()
    .transform((text) => text ?? ''),
});

/** A certificate that somebody buys: both people as they are typed, found by their e-mail or made. */
const NewGiftCertificate = form(
  {
    customer: Person.extend({ email: Email() }),
    recipient: Person.extend({ email: EmailOrNone }),
    /** What the holder may spend. */
    value: MoneyInput.refine((cents) => cents > 0, 'must be more than $0'),
    course: z.object({ id: Id.nullish() }).nullish(),
    email_delivery: given(true),
    mail_recipient: given(true),
    who_from: Typed(100),
    greeting: Typed(2000),
    internal_memo: Typed(5000),
    credit_card: CreditCard.nullish(),
    /** The price that the person was shown, in cents: another one is refused and not charged. */
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
export type NewGiftCertificate = FormOf<typeof NewGiftCertificate>;

/** A letter that is on its way. */
const Letter = z.object({
  kind: z.enum(['gift_certificate_receipt', 'gift_certificate']),
  recipient: z.string(),
});
export const Sold = z.object({
  gift_certificate: z.object({ id: z.number(), serial: z.string(), raw_value: Cents, raw_price: Cents }),
  letters: z.array(Letter),
});
export type Sold = z.infer<typeof Sold>;

const RefundOptions = z.object({
  /** Why it can not be refunded now, as a sentence; null where it can. */
  refusal: z.string().nullable(),
  /** What goes back: all that was paid. */
  raw_back: Cents,
  /** Of the card that it goes back to. */
  card_last4: z.string().nullable(),
  /** To be sent with the refund. */
  updated_at: Instant,
});
export type RefundOptions = z.infer<typeof RefundOptions>;
export const Refunded = z.object({
  id: z.number(),
  /** What was done, for the person who asked. */
  message: z.string(),
  raw_back: Cents,
});

const envelope = ['gift_certificate'];
// prettier-ignore
export const certificateSales = {
  // Charges the price by the payment protocol and makes the certificate once it is paid; takes an Idempotency-Key.
  sell:          call({ method: 'POST', path: '/api/gift_certificates/sell',               access: 'staff', urgency: 'caller', changes: ['notices'], transaction: 'own', ours: true, envelope, body: z.object({ gift_certificate: NewGiftCertificate.Form }), answer: Sold, pending: OutcomePending }),
  refundOptions: call({ method: 'GET',  path: '/api/gift_certificates/refund/options/:id', access: 'staff', ours: true, params: ById, answer: RefundOptions }),
  // Gives the price of an unspent certificate back to the card that paid it, and closes it; takes an Idempotency-Key.
  refund:        call({ method: 'POST', path: '/api/gift_certificates/refund',             access: 'staff', urgency: 'caller', changes: ['notices'], transaction: 'own', ours: true, body: ById.extend({ updated_at: SeenAt }), answer: Refunded, pending: OutcomePending }),
};

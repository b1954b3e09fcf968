import type { TypedCard } from '../../../contract/cards.ts';
import { isUnread, NOT_CHOSEN, type Unread } from '../../../contract/forms/unread.ts';
import { parseMoney } from '../../../contract/money.ts';

export type TypedPerson = {
  first_name: string;
  last_name: string;
  email: string;
  postcode: string;
  primary_phone: string;
};
/** What is typed to sell a certificate; names are the wire's, so that a 422 finds its field. */
export type SaleForm = {
  customer: TypedPerson;
  recipient: TypedPerson;
  value: string;
  course: number | Unread | null;
  email_delivery: boolean;
  mail_recipient: boolean;
  who_from: string;
  greeting: string;
  internal_memo: string;
  credit_card: TypedCard;
};

const NOBODY: TypedPerson = { first_name: '', last_name: '', email: '', postcode: '', primary_phone: '' };
export const BLANK: SaleForm = {
  ...{ customer: NOBODY, recipient: NOBODY, value: '', course: null },
  ...{ email_delivery: true, mail_recipient: true, who_from: '', greeting: '', internal_memo: '' },
  credit_card: { number: '', expmo: '', expyr: '', cvv: '' },
};

/** In cents; null while it is no amount above 0. */
export const typedValue = ({ value }: SaleForm): number | null => parseMoney(value) || null;

/** What can be told without the server, by field name; the server checks all of it again and more. */
export function saleErrors(form: SaleForm): Record<string, string[]> {
  const { customer, recipient, email_delivery, course } = form;
  const missing = [
    ...(['first_name', 'last_name', 'email'] as const).map((name) => [`customer.${name}`, customer[name]]),
    ...(['first_name', 'last_name'] as const).map((name) => [`recipient.${name}`, recipient[name]]),
  ].filter(([, typed]) => typed?.trim() === '');
  return {
    ...Object.fromEntries(missing.map(([name]) => [name, ['is required']])),
    ...(email_delivery &&
      recipient.email.trim() === '' && {
        'recipient.email': ['is required, since the certificate goes there by e-mail'],
      }),
    ...(typedValue(form) === null && {
      value: [form.value.trim() === '' ? 'is required' : 'must be an amount above $0'],
    }),
    ...(isUnread(course) && { course: [NOT_CHOSEN] }),
  };
}

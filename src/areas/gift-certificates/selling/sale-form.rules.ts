import type { TypedCard } from '../../../contract/cards.ts';
import {
  isUnrecognizedChoice,
  NOT_IN_LIST_TEXT,
  type UnrecognizedChoice,
} from '../../../contract/forms/unread.ts';
import { parseMoney } from '../../../contract/money.ts';
import { DECIMAL_COMMA_TEXT, hasDecimalComma } from '../../../contract/typed/amounts.ts';

export type TypedPerson = {
  first_name: string;
  last_name: string;
  email: string;
  postcode: string;
  primary_phone: string;
};
/** The fields of the sale form. They are named as on the wire, so that a 422 finds its field. */
export type SaleForm = {
  customer: TypedPerson;
  recipient: TypedPerson;
  value: string;
  course: number | UnrecognizedChoice | null;
  email_delivery: boolean;
  mail_recipient: boolean;
  who_from: string;
  greeting: string;
  internal_memo: string;
  credit_card: TypedCard;
};

const NOBODY: TypedPerson = { first_name: '', last_name: '', email: '', postcode: '', primary_phone: '' };
export const BLANK_SALE_FORM: SaleForm = {
  customer: NOBODY,
  recipient: NOBODY,
  value: '',
  course: null,
  email_delivery: true,
  mail_recipient: true,
  who_from: '',
  greeting: '',
  internal_memo: '',
  credit_card: { number: '', expmo: '', expyr: '', cvv: '' },
};

/** Returns the typed value of the gift certificate in cents; null while the text is no amount above 0. */
export const typedCertificateValue = ({ value }: SaleForm): number | null => parseMoney(value) || null;

/** Returns the errors of a sale form that can be found without the server, by field name. The server checks more than these. */
export function saleErrors(form: SaleForm): Record<string, string[]> {
  const { customer, recipient, email_delivery, course, value } = form;
  const errors: Record<string, string[]> = {};
  const need = (name: string, typed: string) => {
    if (typed.trim() === '') errors[name] = ['is required'];
  };
  need('customer.first_name', customer.first_name);
  need('customer.last_name', customer.last_name);
  need('customer.email', customer.email);
  need('recipient.first_name', recipient.first_name);
  need('recipient.last_name', recipient.last_name);
  if (email_delivery && recipient.email.trim() === '')
    errors['recipient.email'] = ['is required, since the certificate goes there by e-mail'];
  if (typedCertificateValue(form) === null)
    errors['value'] = [hasDecimalComma(value) ? DECIMAL_COMMA_TEXT : 'must be an amount above $0'];
  need('value', value);
  if (isUnrecognizedChoice(course)) errors['course'] = [NOT_IN_LIST_TEXT];
  return errors;
}

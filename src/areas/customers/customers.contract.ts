import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { defineForm, type CheckedForm } from '../../contract/forms/form.ts';
import { OptionalEmail, TypedEmail } from '../../contract/forms/fields.ts';
import { Postcode } from '../../contract/forms/postcode.ts';
import { fieldKind, fieldKindWithRule } from '../../contract/forms/kinds.ts';
import { defineRecord } from '../../contract/forms/record.ts';
import { RecordIdParams, RowCount, CountQuery, ListQuery, SavedRecordId } from '../../contract/wire.ts';

export const CUSTOMER_TYPES = ['Customer', 'GiftCertificateRecipient'] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

const phone = fieldKind.optionalPhone(40);
export const Customer = defineRecord({
  type: fieldKind.oneOf(CUSTOMER_TYPES, 'Customer', 'must be Customer or GiftCertificateRecipient'),
  first_name: fieldKind.name(100),
  last_name: fieldKind.name(100),
  email: { ...fieldKind.text(200), sent: OptionalEmail().transform((text) => text ?? '') },
  address: fieldKind.optionalText(200),
  address_2: fieldKind.optionalText(200),
  address_3: fieldKind.optionalText(200),
  city: fieldKind.optionalText(100),
  subdivision: fieldKind.optionalText(100),
  postcode: { ...fieldKind.optionalText(12), sent: Postcode.transform((text) => text || null) },
  country_alpha2: fieldKindWithRule(
    fieldKind.optionalText(100),
    (text) => text === null || /^[A-Z]{2}$/.test(text),
    'must be a country code like US',
  ),
  primary_phone: phone,
  mobile_phone: phone,
  legacy_address: fieldKind.optionalText(1000),
});
export type Customer = z.infer<typeof Customer.Shown>;
export type CustomerForm = CheckedForm<typeof Customer>;

const CustomerRow = Customer.row('type', 'first_name', 'last_name', 'email', 'primary_phone');
export type CustomerRow = z.infer<typeof CustomerRow>;

/**
 * `duplicate` means that nothing was created, and `id` is the customer with the same e-mail, or else with the same phone number.
 */
const Created = SavedRecordId.extend({
  duplicate: z.literal(true).optional(),
  matched_by: z.enum(['email', 'phone']).optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
});
export type CreatedCustomer = z.infer<typeof Created>;

/** The known customer with a typed e-mail, offered while booking. */
const CustomerMatch = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  postcode: z.string().nullable(),
  primary_phone: z.string().nullable(),
  tee_times: z.number(),
  last_play_date: z.string().nullable(),
});
export type CustomerMatch = z.infer<typeof CustomerMatch>;

const NewCustomer = defineForm({ ...Customer.fields, ignore_duplicate: z.boolean().nullish() });
export type CustomerToCreate = CheckedForm<typeof NewCustomer>;
const COLUMNS = ['id', 'type', 'first_name', 'last_name', 'email', 'primary_phone'] as const;
const list = {
  filters: COLUMNS,
  sorts: COLUMNS,
  opens: {
    sort: [
      { name: 'last_name', desc: false },
      { name: 'first_name', desc: false },
    ],
  },
} as const;
const envelope = ['customer'];
// prettier-ignore
export const customers = {
  index:  defineCall({ method: 'GET',  path: '/api/customers/index',    access: 'staff', query: ListQuery, list, answer: z.array(CustomerRow) }),
  count:  defineCall({ method: 'GET',  path: '/api/customers/count',    access: 'staff', query: CountQuery, answer: RowCount }),
  show:   defineCall({ method: 'GET',  path: '/api/customers/show/:id', access: 'staff', params: RecordIdParams, answer: Customer.Shown }),
  create: defineCall({ method: 'POST', path: '/api/customers',          access: 'staff', envelope, body: z.object({ customer: NewCustomer.Form }), answer: Created }),
  update: defineCall({ method: 'PUT',  path: '/api/customers/update',   access: 'staff', changes: ['tee_times', 'leads', 'queues'], envelope, body: RecordIdParams.extend({ customer: Customer.Change }), answer: SavedRecordId }),
  match:  defineCall({ method: 'GET',  path: '/api/customers/match',    access: 'staff', urgency: 'caller', ours: true, query: z.object({ email: TypedEmail() }), answer: z.array(CustomerMatch) }),
};

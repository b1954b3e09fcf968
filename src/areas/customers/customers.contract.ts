import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { form, type FormOf } from '../../contract/form.ts';
import { A_PHONE, AN_EMAIL, OptionalText, SeenAt, Text } from '../../contract/fields.ts';
import { ById, Count, CountQuery, Instant, ListQuery, Saved } from '../../contract/wire.ts';

export const CUSTOMER_TYPES = ['Customer', 'GiftCertificateRecipient'] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

export const CustomerRow = z.object({
  id: z.number(),
  type: z.enum(CUSTOMER_TYPES),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  primary_phone: z.string().nullable(),
  updated_at: Instant,
});
export type CustomerRow = z.infer<typeof CustomerRow>;

const Customer = CustomerRow.extend({
  address: z.string().nullable(),
  address_2: z.string().nullable(),
  address_3: z.string().nullable(),
  city: z.string().nullable(),
  subdivision: z.string().nullable(),
  postcode: z.string().nullable(),
  country_alpha2: z.string().nullable(),
  mobile_phone: z.string().nullable(),
  legacy_address: z.string().nullable(),
});
export type Customer = z.infer<typeof Customer>;

const Phone = OptionalText(40).refine(...A_PHONE);

const fields = {
  type: z.enum(CUSTOMER_TYPES, 'must be Customer or GiftCertificateRecipient').default('Customer'),
  first_name: Text(100),
  last_name: Text(100),
  email: OptionalText(200)
    .refine(...AN_EMAIL)
    .transform((text) => text ?? ''),
  address: OptionalText(200),
  address_2: OptionalText(200),
  address_3: OptionalText(200),
  city: OptionalText(100),
  subdivision: OptionalText(100),
  postcode: OptionalText(12).refine(
    (text) => /^[A-Za-z0-9 -]*$/.test(text ?? ''),
    'must be letters and digits',
  ),
  country_alpha2: OptionalText(2).refine(
    (text) => text === null || /^[A-Z]{2}$/.test(text),
    'must be a country code like US',
  ),
  primary_phone: Phone,
  mobile_phone: Phone,
  legacy_address: OptionalText(1000),
  updated_at: SeenAt,
};
const CustomerForm = form(fields);
export type CustomerForm = FormOf<typeof CustomerForm>;

/** `duplicate`: nothing was created, and `id` is whom it matched by e-mail, or else by a phone number. */
const Created = Saved.extend({
  duplicate: z.literal(true).optional(),
  matched_by: z.enum(['email', 'phone']).optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
});
export type Created = z.infer<typeof Created>;

/** The returning customer whom an e-mail belongs to, offered while booking. */
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

const NewCustomer = form({ ...fields, ignore_duplicate: z.boolean().nullish() });
export type NewCustomer = FormOf<typeof NewCustomer>;
const COLUMNS = ['id', 'type', 'first_name', 'last_name', 'email', 'primary_phone'] as const;
const list = { filters: COLUMNS, sorts: COLUMNS };
const envelope = ['customer'];
// prettier-ignore
export const customers = {
  index:  call({ method: 'GET',  path: '/api/customers/index',    access: 'staff', query: ListQuery, list, answer: z.array(CustomerRow) }),
  count:  call({ method: 'GET',  path: '/api/customers/count',    access: 'staff', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',  path: '/api/customers/show/:id', access: 'staff', params: ById, answer: Customer }),
  create: call({ method: 'POST', path: '/api/customers',          access: 'staff', envelope, body: z.object({ customer: NewCustomer.Form }), answer: Created }),
  update: call({ method: 'PUT',  path: '/api/customers/update',   access: 'staff', envelope, body: ById.extend({ customer: CustomerForm.Change }), answer: Saved }),
  match:  call({ method: 'GET',  path: '/api/customers/match',    access: 'staff', ours: true, query: z.object({ email: z.string().trim().max(200) }), answer: z.array(CustomerMatch) }),
};

import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { form, type FormOf } from '../../contract/form.ts';
import { percentOrDollars, SeenAt, Text, WholeNumber } from '../../contract/fields.ts';
import { Cents, Money, MoneyOrZero } from '../../contract/money.ts';
import { ById, Count, CountQuery, Done, Instant, ListQuery, NumberSent, Saved } from '../../contract/wire.ts';
import { ChosenCourse } from '../courses/courses.contract.ts';

export const HANDED = [
  [1, 'Right'],
  [0, 'Left'],
] as const;
export const SEXES = [
  [0, 'Male'],
  [1, 'Female'],
] as const;

const Handed = z.union([z.literal(0), z.literal(1)], 'must be 0 (left) or 1 (right)');
const Sex = z.union([z.literal(0), z.literal(1)], 'must be 0 (male) or 1 (female)');

export const RentalClubRow = z.object({
  id: z.number(),
  cost: Money,
  rate: Money,
  raw_rate: Cents,
  charge: Money,
  raw_charge: Cents,
  brand: z.string(),
  description: z.string(),
  handed: Handed,
  sex: Sex,
  course: z.object({ id: z.number(), course_name: z.string() }),
  course_name: z.string(),
  updated_at: Instant,
});
export type RentalClubRow = z.infer<typeof RentalClubRow>;

const RentalClub = RentalClubRow.extend({
  quantity: z.number(),
  archived: z.boolean(),
  is_dollars: z.boolean(),
  /** Dollars, or a percent where `is_dollars` is off. */
  commission: Money,
});
export type RentalClub = z.infer<typeof RentalClub>;

const RentalClubForm = form(
  {
    course: ChosenCourse,
    brand: Text(100),
    description: z.string().trim().max(500).default(''),
    handed: NumberSent(Handed).default(1),
    sex: NumberSent(Sex).default(0),
    cost: MoneyOrZero,
    rate: MoneyOrZero,
    charge: MoneyOrZero,
    quantity: WholeNumber(0, 10_000).default(0),
    archived: z.boolean().default(false),
    is_dollars: z.boolean().default(true),
    commission: MoneyOrZero,
    updated_at: SeenAt,
  },
  [percentOrDollars('commission', 'is_dollars')],
);
export type RentalClubForm = FormOf<typeof RentalClubForm>;

const COLUMNS = ['cost', 'rate', 'charge', 'brand', 'description', 'handed', 'sex', 'course_name'] as const;
const list = { filters: [...COLUMNS, 'course_id', 'archived'], sorts: COLUMNS } as const;
const envelope = ['rentalClub'];
// prettier-ignore
export const rentalClubs = {
  index:  call({ method: 'GET',    path: '/api/rental-clubs/index',    access: 'staff', query: ListQuery, list, answer: z.array(RentalClubRow) }),
  count:  call({ method: 'GET',    path: '/api/rental-clubs/count',    access: 'staff', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/rental-clubs/show/:id', access: 'staff', params: ById, answer: RentalClub }),
  create: call({ method: 'POST',   path: '/api/rental-clubs',          access: 'admin', envelope, body: z.object({ rentalClub: RentalClubForm.Form }), answer: Saved }),
  update: call({ method: 'PUT',    path: '/api/rental-clubs/update',   access: 'admin', envelope, body: ById.extend({ rentalClub: RentalClubForm.Change }), answer: Saved }),
  remove: call({ method: 'DELETE', path: '/api/rental-clubs/:id',      access: 'admin', params: ById, answer: Done }),
};

import { z } from 'zod';
import { call } from '../../contract/call.ts';
import type { FormOf } from '../../contract/forms/form.ts';
import { percentOrDollars } from '../../contract/forms/fields.ts';
import { kind } from '../../contract/forms/kinds.ts';
import { Cents } from '../../contract/forms/money.ts';
import { record } from '../../contract/forms/record.ts';
import { ById, Count, CountQuery, DoneMessage, ListQuery, NumberSent, SavedId } from '../../contract/wire.ts';
import { CourseOfRecord } from '../course-choice/course-choice.contract.ts';

/** Returns the name of a set of rental clubs: brand and description, of which many have only the brand. */
export const clubName = ({ brand, description }: { brand: string; description: string }): string =>
  [brand, description].filter(Boolean).join(' ');

export const HANDEDNESS = [
  [1, 'Right'],
  [0, 'Left'],
] as const;
export const SEXES = [
  [0, 'Male'],
  [1, 'Female'],
] as const;

const Handed = z.union([z.literal(0), z.literal(1)], 'must be 0 (left) or 1 (right)');
const Sex = z.union([z.literal(0), z.literal(1)], 'must be 0 (male) or 1 (female)');

export const RentalClub = record(
  {
    course: CourseOfRecord,
    brand: kind.name(100),
    description: kind.text(500),
    handed: { shown: Handed, sent: NumberSent(Handed).default(1), blank: HANDEDNESS[0][0], column: 'same' },
    sex: { shown: Sex, sent: NumberSent(Sex).default(0), blank: SEXES[0][0], column: 'same' },
    cost: kind.moneyOrZero(),
    rate: kind.moneyOrZero(),
    charge: kind.moneyOrZero(),
    quantity: kind.whole(0, 10_000, 0),
    archived: kind.flag(false),
    is_dollars: kind.flag(true),
    /** The agent's commission in dollars, or in percent if `is_dollars` is off. */
    commission: kind.moneyOrZero(),
  },
  [percentOrDollars('commission', 'is_dollars')],
);
export type RentalClubForm = FormOf<typeof RentalClub>;

const ALSO_SHOWN = { raw_rate: Cents, raw_charge: Cents, course_name: z.string() };
const RentalClubShown = RentalClub.Shown.extend(ALSO_SHOWN);
export type RentalClubShown = z.infer<typeof RentalClubShown>;
const RentalClubRow = RentalClubShown.omit({
  quantity: true,
  archived: true,
  is_dollars: true,
  commission: true,
});
export type RentalClubRow = z.infer<typeof RentalClubRow>;

const COLUMNS = ['cost', 'rate', 'charge', 'brand', 'description', 'handed', 'sex', 'course_name'] as const;
const list = {
  filters: [...COLUMNS, 'course_id', 'archived'],
  sorts: COLUMNS,
  opens: {
    sort: [
      { name: 'course_name', desc: false },
      { name: 'brand', desc: false },
    ],
  },
} as const;
const envelope = ['rentalClub'];
// prettier-ignore
export const rentalClubs = {
  index:  call({ method: 'GET',    path: '/api/rental-clubs/index',    access: 'staff', query: ListQuery, list, answer: z.array(RentalClubRow) }),
  count:  call({ method: 'GET',    path: '/api/rental-clubs/count',    access: 'staff', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/rental-clubs/show/:id', access: 'staff', params: ById, answer: RentalClubShown }),
  create: call({ method: 'POST',   path: '/api/rental-clubs',          access: 'admin', envelope, body: z.object({ rentalClub: RentalClub.Form }), answer: SavedId }),
  update: call({ method: 'PUT',    path: '/api/rental-clubs/update',   access: 'admin', envelope, body: ById.extend({ rentalClub: RentalClub.Change }), answer: SavedId }),
  remove: call({ method: 'DELETE', path: '/api/rental-clubs/:id',      access: 'admin', params: ById, answer: DoneMessage }),
};

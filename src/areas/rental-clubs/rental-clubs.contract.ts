import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import type { CheckedForm } from '../../contract/forms/form.ts';
import { percentLimitRule } from '../../contract/forms/fields.ts';
import { fieldKind } from '../../contract/forms/kinds.ts';
import { Cents } from '../../contract/forms/money.ts';
import { defineRecord } from '../../contract/forms/record.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  ListQuery,
  NumberOrDigits,
  SavedRecordId,
} from '../../contract/wire.ts';
import { RecordCourseField } from '../course-choice/course-choice.contract.ts';

/** Returns the name of a set of rental clubs: brand and description, of which many have only the brand. */
export const rentalClubName = ({ brand, description }: { brand: string; description: string }): string =>
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

export const RentalClub = defineRecord(
  {
    course: RecordCourseField,
    brand: fieldKind.name(100),
    description: fieldKind.text(500),
    handed: {
      shown: Handed,
      sent: NumberOrDigits(Handed).default(1),
      blank: HANDEDNESS[0][0],
      column: 'same',
    },
    sex: { shown: Sex, sent: NumberOrDigits(Sex).default(0), blank: SEXES[0][0], column: 'same' },
    cost: fieldKind.moneyOrZero(),
    rate: fieldKind.moneyOrZero(),
    charge: fieldKind.moneyOrZero(),
    quantity: fieldKind.whole(0, 10_000, 0),
    archived: fieldKind.flag(false),
    is_dollars: fieldKind.flag(true),
    /** The agent's commission in dollars, or in percent if `is_dollars` is off. */
    commission: fieldKind.moneyOrZero(),
  },
  [percentLimitRule('commission', 'is_dollars')],
);
export type RentalClubForm = CheckedForm<typeof RentalClub>;

const ALSO_SHOWN = { raw_rate: Cents, raw_charge: Cents, course_name: z.string() };
const RentalClubShown = RentalClub.Shown.extend(ALSO_SHOWN);
export type ShownRentalClub = z.infer<typeof RentalClubShown>;
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
  index:  defineCall({ method: 'GET',    path: '/api/rental-clubs/index',    access: 'staff', query: ListQuery, list, answer: z.array(RentalClubRow) }),
  count:  defineCall({ method: 'GET',    path: '/api/rental-clubs/count',    access: 'staff', query: CountQuery, answer: RowCount }),
  show:   defineCall({ method: 'GET',    path: '/api/rental-clubs/show/:id', access: 'staff', params: RecordIdParams, answer: RentalClubShown }),
  create: defineCall({ method: 'POST',   path: '/api/rental-clubs',          access: 'admin', envelope, body: z.object({ rentalClub: RentalClub.Form }), answer: SavedRecordId }),
  update: defineCall({ method: 'PUT',    path: '/api/rental-clubs/update',   access: 'admin', envelope, body: RecordIdParams.extend({ rentalClub: RentalClub.Change }), answer: SavedRecordId }),
  remove: defineCall({ method: 'DELETE', path: '/api/rental-clubs/:id',      access: 'admin', params: RecordIdParams, answer: DoneMessage }),
};

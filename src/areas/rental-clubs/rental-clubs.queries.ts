import { amount, contains, decimal, exactly, flag, list, text, value } from '../../server/lists.ts';
import type { RentalClubRow } from './rental-clubs.contract.ts';

export const rentalClubList = list<RentalClubRow>({
  table: 'rental_clubs',
  as: 'r',
  joins: { k: 'join courses k on k.id = r.course_id' },
  select: {
    id: 'r.id',
    cost: decimal('r.raw_cost'),
    rate: decimal('r.raw_rate'),
    raw_rate: 'r.raw_rate',
    charge: decimal('r.raw_charge'),
    raw_charge: 'r.raw_charge',
    brand: 'r.brand',
    description: 'r.description',
    handed: 'r.handed',
    sex: 'r.sex',
    course: `json_build_object('id', k.id, 'course_name', k.course_name)`,
    course_name: 'k.course_name',
    updated_at: 'r.updated_at',
  },
  filters: {
    cost: amount('r.raw_cost'),
    rate: amount('r.raw_rate'),
    charge: amount('r.raw_charge'),
    brand: contains('r.brand'),
    description: contains('r.description'),
    handed: exactly('r.handed'),
    sex: exactly('r.sex'),
    course_name: contains('k.course_name'),
    course_id: exactly('r.course_id'),
    archived: flag('r.archived'),
  },
  sorts: {
    cost: value('r.raw_cost'),
    rate: value('r.raw_rate'),
    charge: value('r.raw_charge'),
    brand: text('r.brand'),
    description: text('r.description'),
    handed: value('r.handed'),
    sex: value('r.sex'),
    course_name: text('k.course_name'),
  },
  defaultSort: [
    ['course_name', false],
    ['brand', false],
  ],
});

import type { RentalClubRow } from '../../../src/areas/rental-clubs/rental-clubs.contract.ts';

/** A row of the list of rental clubs, as the server answers it. */
export const aClub = (id: number, given: Partial<RentalClubRow> = {}): RentalClubRow => ({
  id,
  course: { id: 17, course_name: 'Torrey Pines South' },
  course_name: 'Torrey Pines South',
  brand: `Brand ${id}`,
  description: '',
  handed: 1,
  sex: 0,
  cost: '10.00',
  rate: '40.00',
  charge: '50.00',
  raw_rate: 4000,
  raw_charge: 5000,
  updated_at: '2030-05-30T12:00:00.000000Z',
  ...given,
});

/** Rows with ids from `first` on. */
export const clubs = (count: number, first = 1): RentalClubRow[] =>
  Array.from({ length: count }, (_, at) => aClub(first + at));

import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Cents, Count, CountQuery, Instant, ListQuery, Money } from '../../contract/wire.ts';

export const RentalClubRow = z.object({
  id: z.number(),
  cost: Money,
  rate: Money,
  raw_rate: Cents,
  charge: Money,
  raw_charge: Cents,
  brand: z.string(),
  description: z.string(),
  /** 0 left, 1 right */
  handed: z.number(),
  /** 0 male, 1 female */
  sex: z.number(),
  course: z.object({ id: z.number(), course_name: z.string() }),
  course_name: z.string(),
  updated_at: Instant,
});
export type RentalClubRow = z.infer<typeof RentalClubRow>;

// prettier-ignore
export const rentalClubs = {
  index: call({ method: 'GET', path: '/api/rental-clubs/index', access: 'staff', query: ListQuery, answer: z.array(RentalClubRow) }),
  count: call({ method: 'GET', path: '/api/rental-clubs/count', access: 'staff', query: CountQuery, answer: Count }),
};

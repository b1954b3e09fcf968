import type { Handlers } from '../../server/serve.ts';
import type { rentalClubs } from './rental-clubs.contract.ts';
import { rentalClubList } from './rental-clubs.queries.ts';

export const rentalClubHandlers: Handlers<typeof rentalClubs> = {
  index: ({ db, query }) => rentalClubList.page(db, query),
  count: ({ db, query }) => rentalClubList.count(db, query),
};

import type { CallHandlers } from '../../server/http/serve.ts';
import type { rentalClubs } from './rental-clubs.contract.ts';
import {
  deleteRentalClub,
  findRentalClub,
  insertRentalClub,
  rentalClubList,
  updateRentalClub,
} from './rental-clubs.queries.ts';

export const rentalClubHandlers: CallHandlers<typeof rentalClubs> = {
  index: ({ db, query }) => rentalClubList.page(db, query),
  count: ({ db, query }) => rentalClubList.count(db, query),
  show: ({ db, params }) => findRentalClub(db, params.id),
  create: ({ db, body, staff }) => insertRentalClub(db, body.rentalClub, staff),
  update: ({ db, body, staff }) => updateRentalClub(db, body.id, body.rentalClub, staff),
  remove: ({ db, params }) => deleteRentalClub(db, params.id),
};

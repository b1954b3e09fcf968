import { businessNow } from '../../contract/dates.ts';
import { emailSearchText } from '../../contract/emails.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import type { Db, AppContext } from '../../server/process/context.ts';
import { findCourseNames } from '../course-choice/course-choice.queries.ts';
import { countRecentBookings } from '../sales/recent-bookings.queries.ts';
import { currentMoment } from '../tee-times/moment/moment.queries.ts';
import { bookForCustomerAddress, callerCardText } from './callers/callers.rules.ts';
import { callerCards, searchCallers } from './callers/callers.queries.ts';
import { bookTeeTimeAddress, typedTeeTimeText, parseTypedTeeTime, likelyTeeTimes } from './booking.rules.ts';
import type { search, SearchResult } from './search.contract.ts';
import { searchCertificates, searchCourses, searchCustomers, type CustomerHit } from './search.queries.ts';
import { searchTeeTimes, linkToTeeTimeList } from './rounds.queries.ts';

const SHORTEST = 2;

export const searchHandlers: CallHandlers<typeof search> = {
  index: async ({ db, app, query }) => {
    const q = emailSearchText(query.q);
    if (q.length < SHORTEST) return [];
    const today = todayAt(app);
    const typedRound = await bookings(db, q, today);
    const customers = await searchCustomers(db, q, today);
    const customer_ids = customers.map(({ found }) => found.id);
    const rounds = await searchTeeTimes(db, q, customer_ids, currentMoment(app));
    const isToCome = ({ status }: SearchResult): boolean => status === 'booked';
    return [
      ...typedRound,
      ...rounds.filter(isToCome),
      ...customers.map(({ found }) => found),
      ...(await bookingFor(db, customers, today)),
      ...rounds.filter((round) => !isToCome(round)),
      ...(await linkToTeeTimeList(db, q, customers, rounds.length)),
      ...(await searchCourses(db, q)),
      ...(await searchCertificates(db, q)),
    ];
  },
  callers: async ({ db, app, query: { q } }) =>
    q.length < SHORTEST ? [] : searchCallers(db, emailSearchText(q), todayAt(app)),
};

const todayAt = ({ now, settings }: AppContext): string => businessNow(now(), settings.businessTimeZone).date;

/** Returns a link to the booking engine for the customer, with the customer's card, if only one customer was found. */
async function bookingFor(db: Db, customers: CustomerHit[], today: string): Promise<SearchResult[]> {
  const [customer, another] = customers;
  const [card] = customer && !another ? await callerCards(db, [customer.found.id], today) : [];
  if (!customer || !card) return [];
  return [
    {
      kind: 'Booking',
      id: 0,
      title: `Book for ${customer.found.title}`,
      detail: callerCardText(card),
      path: bookForCustomerAddress(card),
    },
  ];
}

/** Returns links to the booking engine for a typed tee time. If several courses are possible, recently booked ones come first. */
async function bookings(db: Db, q: string, today: string): Promise<SearchResult[]> {
  if (!/\s/.test(q)) return [];
  const typedRound = parseTypedTeeTime(q, await findCourseNames(db, 'internal'), today);
  if (!typedRound) return [];
  const ids = typedRound.courses.map(({ id }) => id);
  const booked = ids.length > 1 ? await countRecentBookings(db, ids, today) : new Map<number, number>();
  return likelyTeeTimes(typedRound, booked).map((round) => ({
    kind: 'Booking',
    id: 0,
    title: typedTeeTimeText(round),
    detail: '',
    path: bookTeeTimeAddress(round),
  }));
}

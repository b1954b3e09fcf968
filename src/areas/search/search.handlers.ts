import type { Handlers } from '../../server/http/serve.ts';
import type { search } from './search.contract.ts';
import { foundCertificates, foundCourses, foundCustomers, foundTeeTimes } from './search.queries.ts';

const SHORTEST = 2;

export const searchHandlers: Handlers<typeof search> = {
  index: async ({ db, query: { q } }) => {
    if (q.length < SHORTEST) return [];
    const customers = await foundCustomers(db, q);
    const theirs = customers.map((customer) => customer.id);
    const teeTimes = await foundTeeTimes(db, q, theirs);
    return [...customers, ...teeTimes, ...(await foundCourses(db, q)), ...(await foundCertificates(db, q))];
  },
};

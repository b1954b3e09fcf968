import { sql } from 'kysely';
import { businessNow } from '../../contract/dates.ts';
import type { Desk } from '../process/context.ts';

/** The condition of `query_type`: `column` is in the current month or day of the business time zone. */
export function createdIn(desk: Desk, queryType: 'monthly' | 'daily' | undefined, column: string) {
  if (queryType === undefined) return [];
  const zone = desk.settings.businessTimeZone;
  const { date } = businessNow(desk.now(), zone);
  const first = queryType === 'monthly' ? `${date.slice(0, 8)}01` : date;
  const length = sql.raw(queryType === 'monthly' ? `interval '1 month'` : `interval '1 day'`);
  return [
    sql<boolean>`${sql.ref(column)} >= ${first}::timestamp at time zone ${zone}`,
    sql<boolean>`${sql.ref(column)} < (${first}::timestamp + ${length}) at time zone ${zone}`,
  ];
}

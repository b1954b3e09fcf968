import { sql } from 'kysely';
import { businessNow } from '../../contract/dates.ts';
import type { CreatedInQuery } from '../../contract/wire.ts';
import type { AppContext } from '../process/context.ts';

/**
 * Returns the condition that an instant `column` is in the month or on the day of `date`, in the business time zone,
 * as `query_type` says; `date` is today by default.
 */
export function createdInConditions(
  app: AppContext,
  { query_type, date: asked }: CreatedInQuery,
  column: string,
) {
  if (query_type === undefined) return [];
  const zone = app.settings.businessTimeZone;
  const date = asked ?? businessNow(app.now(), zone).date;
  const first = query_type === 'monthly' ? `${date.slice(0, 8)}01` : date;
  const length = sql.raw(query_type === 'monthly' ? `interval '1 month'` : `interval '1 day'`);
  return [
    sql<boolean>`${sql.ref(column)} >= ${first}::timestamp at time zone ${zone}`,
    sql<boolean>`${sql.ref(column)} < (${first}::timestamp + ${length}) at time zone ${zone}`,
  ];
}

import { sql, type RawBuilder } from 'kysely';
import { formatDay } from '../../contract/dates.ts';
import { foldText } from '../../contract/names/fold.ts';
import { escapeLike, foldedLikePattern } from '../../server/lists/list-filters.ts';
import type { Db } from '../../server/process/context.ts';
import type { StatusMoment } from '../tee-times/moment/moment.queries.ts';
import { statusSql } from '../tee-times/status/status.queries.ts';
import type { TeeTimeStatus } from '../tee-times/tee-times.contract.ts';
import type { SearchResult } from './search.contract.ts';
import {
  matchesConfirmationSql,
  MAX_SEARCH_CANDIDATES,
  MAX_RESULTS_PER_KIND,
  type CustomerHit,
} from './search.queries.ts';
import { parseRecordId } from './search.rules.ts';

type Round = {
  id: number;
  first_name: string;
  last_name: string;
  phone: string | null;
  play_date: string;
  play_time: string;
  course_name: string;
  confirmation: string;
  status: TeeTimeStatus;
};

/**
 * Finds tee times by id, by the beginning of the confirmation or payment id, and by the found customers, in this order. Booked tee
 * times come first, the soonest first; the others follow, the newest first.
 */
export async function searchTeeTimes(
  db: Db,
  q: string,
  customerIds: number[],
  now: StatusMoment,
): Promise<SearchResult[]> {
  const start = `${escapeLike(foldText(q))}%`;
  const ofCustomers = customerIds.length > 0 ? sql`customer_id in (${sql.join(customerIds)})` : sql`false`;
  const { rows } = await sql<Round>`
    with hit as (
      (select id, 1 as rank, created_at from tee_time_list where ${matchesConfirmationSql(q)} limit ${MAX_SEARCH_CANDIDATES})
      union all
      (select id, 0, created_at from tee_times where id = ${parseRecordId(q)})
      union all
      (select id, 1, created_at from tee_time_list where nullif(fold(payment_id), '') collate "C" like ${start} limit ${MAX_SEARCH_CANDIDATES})
      union all
      (select id, 2, created_at from tee_times where ${ofCustomers} order by created_at desc limit ${MAX_SEARCH_CANDIDATES})),
    one as (select id, min(rank) as rank, max(created_at) as created_at from hit group by id),
    known as (
      select t.id, one.rank, one.created_at, t.play_date, t.play_time, t.confirmation, ${statusSql(now)} as status,
        c.first_name, c.last_name, c.primary_phone as phone, k.course_name
      from one join tee_times t on t.id = one.id join customers c on c.id = t.customer_id join courses k on k.id = t.course_id)
    select id, first_name, last_name, phone, play_date, play_time, course_name, confirmation, status from known
    order by rank, status = 'booked' desc, case when status = 'booked' then play_date end,
      case when status = 'booked' then play_time end, created_at desc, id desc
    limit ${MAX_RESULTS_PER_KIND}`.execute(db);
  return rows.map((round) => ({
    kind: 'Tee time',
    id: round.id,
    title: `${round.first_name} ${round.last_name}`.trim(),
    detail: `${formatDay(round.play_date)} ${round.play_time} · ${round.course_name} · ${round.confirmation}`,
    status: round.status,
    ...(round.phone && { phone: round.phone }),
    path: `/manage-tee-time/${round.id}`,
  }));
}

const COUNTED = 1000;

/**
 * Returns a link to the list of all tee times of the only customer found, or of a typed last name, with their number; nothing if
 * all of them were found.
 */
export async function linkToTeeTimeList(
  db: Db,
  q: string,
  customers: CustomerHit[],
  shown: number,
): Promise<SearchResult[]> {
  const filters = nameOf(q, customers);
  if (!filters || shown < MAX_RESULTS_PER_KIND) return [];
  const conditions: RawBuilder<boolean>[] = Object.entries(filters).map(
    ([column, name]) => sql<boolean>`fold(${sql.ref(column)}) like ${foldedLikePattern(name)}`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from tee_time_list where ${sql.join(conditions, sql` and `)} limit ${COUNTED + 1}) t`.execute(
    db,
  );
  const count = rows[0]?.count ?? 0;
  if (count <= shown) return [];
  const counted = count > COUNTED ? `${COUNTED.toLocaleString('en-US')}+` : String(count);
  const name = Object.values(filters).join(' ');
  return [
    {
      kind: 'List',
      id: 0,
      title: `All ${counted} in the list`,
      detail: `Tee times of ${name}`,
      path: `/manage-tee-times?${new URLSearchParams({ filters: JSON.stringify(filters) }).toString()}`,
    },
  ];
}

type Names = { first_name?: string; last_name: string };

function nameOf(q: string, [customer, another]: CustomerHit[]): Names | null {
  if (!customer?.last_name) return null;
  const { first_name, last_name } = customer;
  if (!another) return first_name ? { first_name, last_name } : { last_name };
  const isOfAll = !/[\s\d@]/.test(q) && foldText(last_name).includes(foldText(q));
  return isOfAll ? { last_name: q } : null;
}

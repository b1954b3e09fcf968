import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerProblems } from '../../src/areas/reconciling/ledger-check.queries.ts';
import type { Database } from '../../src/server/database/open.ts';
import { scratchDatabase } from '../../test/support/database.ts';
import { fillDemonstration } from './demonstration.ts';

// An hour at which no open time would have a waiting customer at Maderas, unless the data adds one on purpose.
const NOW = new Date('2026-11-26T21:10:00Z');
let database: Database;

async function fill(): Promise<Database> {
  const filled = await scratchDatabase();
  const given = { now: NOW, timeZone: 'America/Los_Angeles', hashPassword: () => Promise.resolve('hash') };
  await filled.db.transaction().execute((db) => fillDemonstration(db, given));
  return filled;
}
beforeAll(async () => {
  database = await fill();
}, 120_000);
afterAll(() => database.close());

const one = async (query: string) => {
  const { rows } = await sql<Record<string, number | string>>`${sql.raw(query)}`.execute(database.db);
  return rows[0];
};

test('its books agree', async () => {
  expect(await ledgerProblems(database.db)).toEqual([]);
});

test('course 17, the known code, serial and customer are there', async () => {
  expect(await one('select course_name from courses where id = 17')).toEqual({ course_name: 'Riverwalk' });
  expect(
    await one(`select raw_amount, enabled, gift_certificate_stack from discounts where code = 'FALL50'`),
  ).toEqual({ raw_amount: 5_000, enabled: true, gift_certificate_stack: true });
  expect(
    await one(`select raw_balance, course_id from gift_certificates where serial = 'GC-DEMO-1000'`),
  ).toEqual({ raw_balance: 10_000, course_id: null });
  expect(await one(`select last_name from customers where email_normal = 'maxi@example.com'`)).toEqual({
    last_name: 'Alvarez-Whitcombe',
  });
});

test('three agents an agency, and two years of bookings that end in the coming weeks', async () => {
  expect(
    await one(`select count(*) filter (where level = 'sdgr') as sdgr, count(*) filter (where level = 'psgr') as psgr,
      count(*) filter (where level = 'hotels') as hotels, count(*) filter (where level = 'admin') as admin from staff_users`),
  ).toEqual({ sdgr: 3, psgr: 3, hotels: 3, admin: 1 });
  const played = await one(
    `select count(*) as n, min(play_date) as first, max(play_date) as last from tee_times`,
  );
  expect(Number(played?.n)).toBeGreaterThan(12_000);
  expect(played?.first).toMatch(/^2024-/);
  expect(String(played?.last) > '2026-12-10').toBe(true);
  expect(await one(`select count(*) as n from tee_times where created_at > '${NOW.toISOString()}'`)).toEqual({
    n: 0,
  });
  expect(await one(`select sum(tee_times)::bigint as n from tee_time_counts`)).toEqual({ n: played?.n });
});

test('of what it has there is who made it, and of every refund who made that', async () => {
  for (const table of ['courses', 'customers', 'discounts', 'gift_certificates', 'rates', 'rental_clubs'])
    expect([
      table,
      await one(`select count(*) as n from ${table} r where not exists (select from audit_entries e
        where e.subject_id = r.id and e.subject = rtrim('${table}', 's') and e.action = 'created' and e.made_by <> '')`),
    ]).toEqual([table, { n: 0 }]);
  expect(
    await one(`select count(*) as n from tee_times t where not exists (select from audit_entries e
      where e.subject = 'tee_time' and e.subject_id = t.id and e.made_by = t.agent
        and e.action = case when t.state = 'failed' then 'charge declined' else 'booked' end)`),
  ).toEqual({ n: 0 });
  expect(
    await one(`select sum((after ->> 'card')::bigint)::bigint - (select sum(raw_amount)::bigint from payment_attempts
      where kind = 'refund' and state = 'succeeded') as n from audit_entries where action = 'refunded'`),
  ).toEqual({ n: 0 });
  expect(
    await one(`select count(*) as n from audit_entries where created_at > '${NOW.toISOString()}'`),
  ).toEqual({ n: 0 });
});

test('weekends are busier than weekdays, and the desert lives in winter', async () => {
  const rhythm =
    await one(`select count(*) filter (where extract(isodow from play_date) >= 6) / 2.0 as weekend,
    count(*) filter (where extract(isodow from play_date) < 5) / 4.0 as weekday from tee_times`);
  expect(Number(rhythm?.weekend)).toBeGreaterThan(1.5 * Number(rhythm?.weekday));
  const desert =
    await one(`select count(*) filter (where extract(month from t.play_date) in (1, 2, 3)) as winter,
    count(*) filter (where extract(month from t.play_date) in (6, 7, 8)) as summer
    from tee_times t join courses k on k.id = t.course_id where k.city in ('La Quinta', 'Palm Desert', 'Palm Springs')`);
  expect(Number(desert?.winter)).toBeGreaterThan(3 * Number(desert?.summer));
});

test('every active course with a rate has one for an ordinary morning', async () => {
  expect(
    await one(`select count(*) as n from courses k where not inactive and not exists (select from rates r
      join rate_date_ranges d on d.golf_rate_id = r.id where r.course_id = k.id and not r.disabled and not r.archived
      and '2026-12-01' between d."start" and d."end" and 'Tue' = any(d.rate_days) and d.time_start = '')`),
  ).toEqual({ n: 0 });
});

test('no memo of a rate says what hotels are not told: they read it in the booking engine', async () => {
  expect(
    await one(`select count(*) as n from (select internal_memo as memo from rates
      union all select rate_internal_memo from tee_times) m where memo ~* 'margin|wholesale|commission|\\d\\.\\d\\d'`),
  ).toEqual({ n: 0 });
});

test('who waits for what is what the rule says, and several wait for some times, a card left by two', async () => {
  // The matching rule of docs/algorithms/open-times.md, written a second time; `now` is the instant of filling.
  const rule = `l.course_id = a.course_id and l.lead_date = a.available_date and l.players = any(a.spots)
    and a.holes is distinct from 9 and a.starts_at > '${NOW.toISOString()}'
    and abs(extract(epoch from l.play_time::time - to_timestamp(lpad(a.available_time::text, 4, '0'), 'HH24MI')::time)) <= 3600`;
  expect(
    await one(`select count(*) filter (where q.id is null and fits) as missing, count(*) filter (where q.id is not null and not fits) as wrong
      from (select l.id as lead, a.id as open_time, ${rule} as fits from lost_leads l, fore_up_availabilities a
        where l.course_id = a.course_id) pairs
      left join availability_queues q on q.lost_lead_id = pairs.lead and q.fore_up_availability_id = pairs.open_time`),
  ).toEqual({ missing: 0, wrong: 0 });
  const queues = await one(`select count(*) as queues, count(*) filter (where waiting >= 4) as long,
      count(*) filter (where cards > 0) as with_card
    from (select fore_up_availability_id, count(*) as waiting, count(card_token) as cards
      from availability_queues q join lost_leads l on l.id = q.lost_lead_id group by 1) q`);
  expect(Number(queues?.queues)).toBeGreaterThan(10);
  expect(Number(queues?.queues)).toBeLessThan(100);
  expect(Number(queues?.long)).toBeGreaterThan(3);
  expect(Number(queues?.with_card)).toBeGreaterThan(1);
  expect(await one(`select count(*) as n from lead_calls`)).toEqual({ n: 3 });
  expect(
    await one(`select string_agg(distinct c.course_name, ', ' order by c.course_name) as silent from availability_queues q
      join fore_up_availabilities a on a.id = q.fore_up_availability_id join courses c on c.id = a.course_id
      join course_sources s on s.course_id = c.id where s.cause is not null`),
  ).toEqual({ silent: 'Maderas, Steele Canyon' });
});

// Instants of filling and random keys differ between runs; everything that a person sees must be the same.
const SEEN = `select md5(string_agg(seen, '|' order by seen)) as seen from (
  select 't' || concat_ws(' ', id, course_id, customer_id, agent, play_date, play_time, players, confirmation, state, raw_total, created_at) as seen from tee_times
  union all select 'c' || concat_ws(' ', id, first_name, last_name, email, primary_phone, city) from customers
  union all select 'r' || concat_ws(' ', id, course_id, type, raw_rate, internal_memo) from rates
  union all select 'g' || concat_ws(' ', id, serial, raw_value, raw_balance, customer_id) from gift_certificates
  union all select 'l' || concat_ws(' ', id, account, raw_amount, tee_time_id, gift_certificate_id) from ledger_entries
  union all select 'k' || concat_ws(' ', id, course_name, city, fore_up_id) from courses) everything`;

test('it is the same for the same day', async () => {
  const first = await one(SEEN);
  await database.close();
  database = await fill();
  expect(await one(SEEN)).toEqual(first);
  expect(await one(`select count(*) as n from tee_times where raw_total > 0`)).not.toEqual({ n: 0 });
}, 120_000);

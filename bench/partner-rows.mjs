// Benchmarks P1 to P3: the requests of partners' programs, and their effect on staff.
import { createHash, randomUUID } from 'node:crypto';
import { requestPageWithCount } from './list-rows.mjs';
import {
  sendBenchRequest,
  requestOk,
  measureTimesInTurn,
  measureRatesInTurn,
  quantile,
  measureTimes,
} from './measure.mjs';
import { bookFromScreen } from './other-rows.mjs';

const KEY = 'a-key-of-a-partner-for-the-bench';
const HEADERS = { authorization: `Bearer ${KEY}` };
const DAY = '2035-01-01';
const COURSES = 100;
const UNLIMITED = { PARTNER_REQUESTS_PER_MINUTE: '1000000', PARTNER_BOOKINGS_PER_HOUR: '1000000' };

/** Creates, once, a partner that may do everything at a hundred courses with rates on that day. */
async function partner({ query }) {
  const hash = createHash('sha256').update(KEY).digest('hex');
  const { rowCount } = await query('select from api_keys where key_hash = $1', [hash]);
  if (rowCount > 0) return;
  const { rows } = await query(`insert into api_users (api_user_name) values ('Bench') returning id`);
  const { id } = rows[0];
  await query('insert into api_keys (api_user_id, key_hash) values ($1, $2)', [id, hash]);
  const group = await query(`insert into course_groups (group_name) values ('A hundred') returning id`);
  const of = group.rows[0].id;
  await query('insert into course_group_users values ($1, $2)', [of, id]);
  await query('insert into course_group_actions select $1, id from api_actions', [of]);
  await query(
    `insert into course_group_courses select $1, id from courses where not inactive and not internal_only order by id limit ${COURSES}`,
    [of],
  );
  await query(
    `insert into rate_date_ranges (golf_rate_id, start, "end", rate_days)
     select r.id, '2034-12-01', '2035-03-01', '{Mon,Tue,Wed,Thu,Fri,Sat,Sun}' from rates r
     where r.id = r.course_id and r.course_id in (select course_id from course_group_courses where course_group_id = $1)`,
    [of],
  );
  await query('analyze course_group_courses, course_group_users, course_group_actions, api_keys');
}

const found = async (work) =>
  JSON.parse((await work()).body)
    .open_times.map(({ id }) => id)
    .join();

/** Measures a partner's search: a hundred courses, one day, the first hundred open times for four. */
async function search(bench) {
  await partner(bench);
  const unlimited = await bench.start('ric', UNLIMITED);
  const query = `?date=${DAY}&players=4`;
  const works = {
    ric: () => requestOk(`${unlimited.address}/partner/v1/open_times${query}`, { headers: HEADERS }),
    reference: () => requestOk(`${bench.reference.address}/bare/open_times${query}`, { headers: HEADERS }),
  };
  const [ours, theirs] = [await found(works.ric), await found(works.reference)];
  if (ours !== theirs || ours === '') throw new Error('RIC and the reference find different times');
  return measureTimesInTurn(works, bench.rounds);
}

/** The number of open times to create, more than all repetitions book. */
const TIMES = 15_000;
/** Returns the ids of open times for four from a day on; each is booked only once, because a party of four fills it. */
async function timesToBook(address) {
  const ids = [];
  for (let day = 0; ids.length < TIMES && day < 60; day += 1) {
    const date = new Date(Date.parse(DAY) + day * 86_400_000).toISOString().slice(0, 10);
    for (let page = 1, more = true; more; page += 1) {
      const query = `?date=${date}&players=4&per_page=500&page=${page}`;
      const { open_times, has_more } = JSON.parse(
        (await requestOk(`${address}/open_times${query}`, { headers: HEADERS })).body,
      );
      ids.push(...open_times.map(({ id }) => id));
      more = has_more;
    }
  }
  return ids;
}

let booked = 0;
/** Measures a partner's bookings by sixteen clients beside staff's bookings, without cards. */
async function book(bench) {
  await partner(bench);
  const unlimited = await bench.start('ric', UNLIMITED);
  const address = `${unlimited.address}/partner/v1`;
  const times = await timesToBook(address);
  const works = {
    ric: () => {
      booked += 1;
      const customer = {
        first_name: 'Bench',
        last_name: 'Partner',
        email: `partner${process.pid}-${booked}@bench.example`,
      };
      const open_time_id = times.pop();
      const headers = { ...HEADERS, 'idempotency-key': randomUUID() };
      return requestOk(`${address}/bookings`, {
        method: 'POST',
        headers,
        body: { open_time_id, players: 4, customer },
      });
    },
    reference: () => bookFromScreen(unlimited, bench.headers),
  };
  // The repetitions are doubled, because the best of three varies by a tenth from run to run.
  return measureRatesInTurn(works, 16, 2 * bench.rounds, { isReady: bench.lettersAreSent });
}

const USUAL_LIMIT = 600;
/** Measures benchmark L1 while a partner sends ten times its rate limit, beside L1 without the partner. */
async function besidePartner(bench) {
  await partner(bench);
  const list = requestPageWithCount(bench, bench.ric, {});
  const all = { ric: [], reference: [] };
  let refused = 0;
  for (let round = 0; round < bench.rounds; round += 1) {
    all.reference.push(quantile(await measureTimes(list, 3000), 0.95));
    const asking = [];
    const timer = setInterval(
      () => {
        const one = sendBenchRequest(`${bench.ric.address}/partner/v1/open_times?date=${DAY}&players=4`, {
          headers: HEADERS,
        });
        asking.push(one.then(({ status }) => (refused += status === 429 ? 1 : 0)).catch(() => undefined));
      },
      60_000 / (10 * USUAL_LIMIT),
    );
    all.ric.push(quantile(await measureTimes(list, 3000), 0.95));
    clearInterval(timer);
    await Promise.all(asking);
  }
  return {
    ric: Math.min(...all.ric),
    reference: Math.min(...all.reference),
    note: `p95; ${refused} requests refused`,
  };
}

export const PARTNER_ROWS = [
  {
    id: 'P1',
    work: "a partner's search, 100 courses, one day",
    unit: 'ms',
    targets: { reference: 2 },
    run: search,
  },
  {
    id: 'P2',
    work: "partner's bookings, 16 clients, beside the desk's",
    unit: '/s',
    targets: { reference: 0.83 },
    run: book,
  },
  {
    id: 'P3',
    work: 'L1 beside a partner at ten times its limit',
    unit: 'ms',
    targets: { reference: 1.5 },
    run: besidePartner,
  },
];

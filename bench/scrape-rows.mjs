// Benchmarks G1, G2 and Q2: the cost of recording a scrape and of matching an open time with leads, by RIC's own functions
// over the company.
import pg from 'pg';
import { insides } from './insides.mjs';
import { median } from './measure.mjs';

const COURSE = 3;
const DAY = '2036-06-02';
const TIMES = 60;
const REPEATS = 25;

async function withApp(bench, work) {
  const parts = await insides();
  const database = await parts.openDatabase({ databaseUrl: bench.url, dataDir: null });
  const app = { db: database.db, now: () => new Date(), settings: parts.readSettings({ DEMO: 'off' }) };
  return work(parts, app).finally(() => database.close());
}

const offer = {
  rate_name: 'Public',
  booking_class: null,
  currency: 'USD',
  raw_green_fee: 9000,
  raw_cart_fee: null,
  raw_taxes_and_fees: null,
  raw_due_online: null,
  raw_due_at_course: null,
  raw_regular_fee: null,
  cart: 'included',
  is_instant: true,
  offer_ref: 'P1',
};
const clock = (at) =>
  `${String(6 + Math.floor(at / 6)).padStart(2, '0')}:${String((at % 6) * 10).padStart(2, '0')}`;
/** Returns a tee sheet of sixty open times from six o'clock on; those in `cheaper` cost less than before. */
const sheet = (cheaper = []) =>
  Array.from({ length: TIMES }, (_, at) => ({
    date: DAY,
    time: clock(at),
    starts_at: new Date(`${DAY}T${clock(at)}:00-07:00`).toISOString(),
    starting_side: null,
    holes: 18,
    spots: [1, 2, 3, 4],
    offers: [cheaper.includes(at) ? { ...offer, raw_green_fee: 8000 } : offer],
  }));

/**
 * Records scrapes with the given open times; returns the number of SQL statements (with BEGIN and COMMIT), the written rows
 * of open times and the time of each scrape.
 */
async function looks(bench, sheets) {
  const isOfDay = `course_id = ${COURSE} and available_date = '${DAY}'`;
  const forget = async () => {
    await bench.query(`delete from fore_up_availabilities where ${isOfDay}`);
    await bench.query(`delete from course_days where course_id = ${COURSE} and day = '${DAY}'`);
  };
  const versions = async () =>
    (await bench.query(`select id, xmin, ctid from fore_up_availabilities where ${isOfDay} order by id`))
      .rows;
  await forget();
  const found = await withApp(bench, async ({ recordScrape }, app) => {
    const send = pg.Client.prototype.query;
    let sent = 0;
    let from = Date.parse('2035-12-01T12:00:00Z');
    const record = (times) =>
      recordScrape(app, {
        course_id: COURSE,
        day: DAY,
        next_look_at: new Date(from + 120_000).toISOString(),
        read: {
          outcome: 'times',
          complete: true,
          times,
          warnings: [],
          requests: 1,
          read_at: new Date((from += 60_000)).toISOString(),
        },
      });
    await record(sheet());
    const each = [];
    for (const times of sheets) {
      const before = JSON.stringify(await versions());
      pg.Client.prototype.query = function counted(...given) {
        sent += 1;
        return send.apply(this, given);
      };
      sent = 0;
      const begun = performance.now();
      await record(times).finally(() => (pg.Client.prototype.query = send));
      const ms = performance.now() - begun;
      const statements = sent;
      const after = await versions();
      const written = after.filter((row) => !before.includes(JSON.stringify(row))).length;
      each.push({ ms, statements, written });
    }
    return each;
  });
  await forget();
  const most = (name) => Math.max(...found.map((one) => one[name]));
  return { ms: median(found.map(({ ms }) => ms)), statements: most('statements'), written: most('written') };
}

async function unchanged(bench) {
  const { ms, statements, written } = await looks(
    bench,
    Array.from({ length: REPEATS }, () => sheet()),
  );
  return {
    ric: statements,
    holds: statements <= 3 && written === 0,
    note: `${written} rows of times written; ${ms.toFixed(1)} ms`,
  };
}

async function differences(bench) {
  const sheets = Array.from({ length: REPEATS }, (_, at) => sheet(at % 2 === 0 ? [4, 20, 41] : []));
  const { ms, statements, written } = await looks(bench, sheets);
  return { ric: written, holds: written === 3, note: `${statements} statements; ${ms.toFixed(1)} ms` };
}

/** Matches a new open time with waiting customers, at the courses' busiest days, and rolls back. */
async function matching(bench) {
  const { rows } =
    await bench.query(`select course_id, lead_date::text as day, count(*)::int as leads from lost_leads
    where lead_date >= '2035-01-01' and tee_time_id is null and unwanted_at is null group by 1, 2 order by 3 desc, 1, 2 limit 100`);
  const ended = new Error('matched');
  const found = await withApp(bench, async ({ transact, lockOpenTimes, queueOpenTimes }, app) => {
    const each = [];
    for (const { course_id, day } of rows) {
      const match = async (db) => {
        await lockOpenTimes(db, [course_id]);
        const { id } = await db
          .insertInto('fore_up_availabilities')
          .values({
            course_id,
            available_date: day,
            available_time: 931,
            starting_side: 'Bench',
            holes: 18,
            spots: [1, 2, 3, 4],
            starts_at: `${day}T17:31:00Z`,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const begun = performance.now();
        const matched = await queueOpenTimes(db, course_id, [id]);
        each.push({ ms: performance.now() - begun, matched });
        throw ended;
      };
      await transact(app.db, match).catch((error) => {
        if (error !== ended) throw error;
      });
    }
    return each;
  });
  const most = Math.max(...found.map(({ matched }) => matched));
  return {
    ric: median(found.map(({ ms }) => ms)),
    note: `${rows.length} times, of courses' days with up to ${rows[0].leads} leads; up to ${most} matched`,
  };
}

export const LOOK_ROWS = [
  {
    id: 'G1',
    work: 'a look at a day of 60 times that found what the one before it found',
    unit: 'statements',
    targets: { most: 3 },
    run: unchanged,
  },
  { id: 'G2', work: 'the same with 3 differences', unit: 'rows', targets: { most: 3 }, run: differences },
  {
    id: 'Q2',
    work: 'matching a new time among 100,000 leads',
    unit: 'ms',
    targets: { most: 2 },
    run: matching,
  },
];

import { businessNow } from '../../src/contract/dates.ts';
import type { Db } from '../../src/server/process/context.ts';

/**
 * Returns the figures of the Home screen, computed independently: every tee time and ledger entry is read, and the
 * program's clock is used instead of the database's.
 */
export async function recountHomeFigures(db: Db, zone: string) {
  const teeTimes = await db
    .selectFrom('tee_times')
    .innerJoin('courses', 'courses.id', 'tee_times.course_id')
    .select([
      'tee_times.id',
      'state',
      'source',
      'players',
      'staff_user_id',
      'course_id',
      'course_name',
      'tee_times.created_at',
    ])
    .execute();
  const entries = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_transaction_id')
    .select([
      'ledger_entries.tee_time_id',
      'account',
      'raw_amount',
      'kind',
      'ledger_transactions.gift_certificate_id',
    ])
    .execute();
  const certificates = await db
    .selectFrom('gift_certificates')
    .select(['id', 'raw_value', 'raw_price', 'created_at'])
    .execute();
  const staff = await db.selectFrom('staff_users').select(['id', 'name', 'email', 'level']).execute();
  const day = (instant: string) => businessNow(new Date(instant), zone).date;
  const sumOf = (id: number, ...accounts: string[]) =>
    entries.reduce(
      (sum, one) => (one.tee_time_id === id && accounts.includes(one.account) ? sum + one.raw_amount : sum),
      0,
    );
  const sales = teeTimes
    .filter(({ state }) => state !== 'pending' && state !== 'failed')
    .map(({ id, state, players, created_at, ...one }) => ({
      ...one,
      day: day(created_at),
      bookings: state === 'canceled' ? 0 : 1,
      rounds: state === 'canceled' ? 0 : players,
      revenue: sumOf(id, 'card', 'on_account'),
      isRedeemed: sumOf(id, 'gift_certificate') > 0,
    }));
  const isGivenBack = (id: number) =>
    entries.some(
      (one) => one.kind === 'refund' && one.tee_time_id === null && one.gift_certificate_id === id,
    );
  const sold = certificates
    .filter(({ id, raw_value }) => raw_value > 0 && !isGivenBack(id))
    .map(({ created_at, ...one }) => ({ ...one, day: day(created_at) }));
  const nameOf = (id: number) => {
    const user = staff.find((one) => one.id === id);
    if (!user) throw new Error(`There is no staff user ${id}.`);
    const isShared = staff.some(({ name, email }) => name === user.name && email !== user.email);
    return { level: user.level, name: isShared ? `${user.name} (${user.email})` : user.name };
  };
  return { sales, sold, nameOf };
}
type World = Awaited<ReturnType<typeof recountHomeFigures>>;
type Sale = World['sales'][number];

const total = <Row>(rows: Row[], figure: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0);
/** Returns a function that checks if a day is in a period, given as the beginning of a date: `2026-11` or `2026-11-22`. */
const within =
  (period: string) =>
  ({ day }: { day: string }): boolean =>
    day.startsWith(period);

/** Returns the first three courses, sorted by a figure, then by name. */
function courses(rows: Sale[], figure: (row: Sale) => number) {
  const found = new Map<number, { id: number; course_name: string; count: number }>();
  for (const row of rows) {
    const { course_id: id, course_name } = row;
    const count = (found.get(id)?.count ?? 0) + figure(row);
    found.set(id, { id, course_name, count });
  }
  return [...found.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.course_name < b.course_name ? -1 : 1))
    .slice(0, 3);
}

/** Returns the figures of Home's tee-time card. Periods have the form that `within` takes. */
export function homeTeeTimeCard({ sales }: World, period: string, previous: string) {
  const card: Record<string, unknown> = {};
  for (const source of ['internal', 'external', 'misc']) {
    for (const [prefix, when] of [
      ['', period],
      ['previous_', previous],
    ] as const) {
      const rows = sales.filter((row) => row.source === source && within(when)(row));
      card[`${prefix}${source}_booking_count`] = total(rows, (row) => row.bookings);
      card[`${prefix}${source}_round_count`] = total(rows, (row) => row.rounds);
      card[`${prefix}${source}_revenue`] = total(rows, (row) => row.revenue);
    }
    const rows = sales.filter((row) => row.source === source && within(period)(row));
    if (source !== 'misc') card[`${source}_courses`] = courses(rows, (row) => row.rounds);
  }
  return card;
}

function averages(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const two = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  const often = (value: number) => sorted.filter((one) => one === value).length;
  const [mode = 0] = sorted.toSorted((a, b) => often(b) - often(a) || a - b);
  const half = (sum: number, of: number) => (of === 0 ? 0 : Math.floor((2 * sum + of) / (2 * of)));
  return {
    mean: half(
      total(sorted, (value) => value),
      sorted.length,
    ),
    median: half(
      total(two, (value) => value),
      2,
    ),
    mode,
  };
}

export function homeCertificateCard({ sales, sold }: World, period: string, previous: string) {
  const of = (when: string) => {
    const certificates = sold.filter(within(when));
    const redeemed = sales.filter((row) => row.isRedeemed && within(when)(row));
    return {
      sold: certificates.length,
      revenue: total(certificates, (one) => one.raw_price),
      redeemed: redeemed.length,
      averages: averages(certificates.map((one) => one.raw_value)),
      courses: courses(redeemed, () => 1),
    };
  };
  const before = Object.entries(of(previous)).map(([name, figure]) => [`previous_${name}`, figure] as const);
  return { ...of(period), ...Object.fromEntries(before) };
}

export function homeLeaderboard({ sales, nameOf }: World, date: string, levels: string[]) {
  const board = (period: string) => {
    const rounds: Record<string, { rounds: number }> = {};
    const revenue: Record<string, { revenue: number }> = {};
    for (const row of sales.filter(within(period))) {
      if (row.staff_user_id === null) continue;
      const { name, level } = nameOf(row.staff_user_id);
      if (!levels.includes(level)) continue;
      if (row.rounds > 0) rounds[name] = { rounds: (rounds[name]?.rounds ?? 0) + row.rounds };
      if (row.revenue > 0) revenue[name] = { revenue: (revenue[name]?.revenue ?? 0) + row.revenue };
    }
    return { rounds, revenue };
  };
  const monthly = board(date.slice(0, 7));
  const boxes: Record<string, string> = {};
  for (const { staff_user_id } of sales) {
    const { name, level } = staff_user_id === null ? { name: '', level: '' } : nameOf(staff_user_id);
    if (name in monthly.rounds || name in monthly.revenue) boxes[name] = level === 'admin' ? 'sdgr' : level;
  }
  return { daily: board(date), monthly, boxes };
}

/** Returns the number of rounds in a period of Home's trend. */
export const roundsInPeriod = ({ sales }: World, period: string): number =>
  total(
    sales.filter((row) => row.source !== 'misc' && within(period)(row)),
    (row) => row.rounds,
  );
export const certificatesSoldInPeriod = ({ sold }: World, period: string): number =>
  sold.filter(within(period)).length;

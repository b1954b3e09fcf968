import { sql } from 'kysely';
import { addDays } from '../../../../contract/dates.ts';
import { formatMoney } from '../../../../contract/money.ts';
import type { Db } from '../../../../server/process/context.ts';
import { onlyRow } from '../../../../server/database/only-row.ts';
import type { Cell, Column, Row } from '../../../../server/workbook/workbook.ts';
import { salesOf } from '../../../sales/sales-days.queries.ts';
import type { QueryOf } from '../../reports.contract.ts';
import { doesNotAgree } from '../../words/agreement.rules.ts';
import { period, type Span } from '../../words/period.rules.ts';
import type { Asked, Made } from '../asked.queries.ts';

const money = (heading: string): Column => ({ heading, kind: 'money', total: 'sum' });
const number = (heading: string): Column => ({ heading, kind: 'number', total: 'sum' });
const MONEY = [
  'Charge',
  'Clubs',
  'Discounts',
  'Gift certificates',
  'Refunds',
  'Canceled unpaid',
  'Revenue',
  'Back on certificates',
];
const COLUMNS: Column[] = [
  { heading: 'Day', kind: 'date' },
  ...['Bookings', 'Canceled', 'Rounds'].map(number),
  ...MONEY.map(money),
];

/** One source on one day, in cents; deductions are below 0. */
type Posted = {
  day: string;
  source: string;
  bookings: number;
  canceled: number;
  rounds: number;
  charge: number;
  clubs: number;
  discounts: number;
  certificates: number;
  refunds: number;
  unpaid: number;
  back: number;
  ledger_card: number;
  ledger_on_account: number;
};
const FIGURES = [
  'bookings',
  'canceled',
  'rounds',
  'charge',
  'clubs',
  'discounts',
  'certificates',
  'refunds',
  'unpaid',
] as const;

/** The first and the last day of a month; 0 is January. */
export function daysOfMonth({ month, year }: QueryOf<'sales_report'>): Span {
  const first = (months: number) => new Date(Date.UTC(year, months, 1)).toISOString().slice(0, 10);
  return { start_date: first(month), end_date: addDays(first(month + 1), -1) };
}

const posted = (span: Span, zone: string) => {
  const from = sql`${span.start_date}::date::timestamp at time zone ${zone}`;
  const to = sql`(${span.end_date}::date + 1)::timestamp at time zone ${zone}`;
  const sum = (account: string, ...kinds: string[]) =>
    sql`coalesce(sum(e.raw_amount) filter (where e.account = ${sql.lit(account)} and e.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})), 0)`;
  // A change never changes the clubs.
  const clubs = sql`coalesce(sum(t.raw_rental_amount) filter (where e.is_first and e.kind = 'booking'), 0)`;
  return sql`
    select (e.created_at at time zone ${zone})::date as day, t.source, count(distinct e.ledger_transaction_id) filter (where e.kind = 'booking') as bookings,
      0 as canceled, coalesce(sum(t.players) filter (where e.is_first and e.kind = 'booking'), 0) as rounds,
      -${sum('tee_time', 'booking', 'change')} - ${clubs} as charge, ${clubs} as clubs,
      -${sum('discount', 'booking', 'change')} as discounts, -${sum('gift_certificate', 'booking', 'change')} as certificates,
      ${sum('card', 'refund')} as refunds, ${sum('on_account', 'release')} as unpaid, -${sum('gift_certificate', 'refund')} as back,
      coalesce(sum(e.raw_amount) filter (where e.account = 'card'), 0) as ledger_card,
      coalesce(sum(e.raw_amount) filter (where e.account = 'on_account'), 0) as ledger_on_account
    from (select e.*, x.kind, row_number() over (partition by e.ledger_transaction_id order by e.id) = 1 as is_first
        from ledger_entries e join ledger_transactions x on x.id = e.ledger_transaction_id
        where e.tee_time_id is not null and e.created_at >= ${from} and e.created_at < ${to}) e
      join tee_times t on t.id = e.tee_time_id
    group by 1, 2
    union all
    select (t.canceled_at at time zone ${zone})::date, t.source, 0, count(*), -sum(t.players), 0, 0, 0, 0, 0, 0, 0, 0, 0
    from tee_times t where t.state = 'canceled' and t.canceled_at >= ${from} and t.canceled_at < ${to} group by 1, 2`;
};

async function readPosted(db: Db, span: Span, zone: string): Promise<Posted[]> {
  const names = [...FIGURES, 'back', 'ledger_card', 'ledger_on_account'];
  const sums = sql.join(names.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`));
  const { rows } = await sql<Posted>`
    select day, source, ${sums} from (${posted(span, zone)}) p group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

const revenueOf = (one: Posted): number =>
  one.charge + one.clubs + one.discounts + one.certificates + one.refunds + one.unpaid;

const total = (all: readonly Posted[], figure: (one: Posted) => number): number =>
  all.reduce((sum, one) => sum + figure(one), 0);

function dayRow(day: string, all: readonly Posted[]): Row {
  const figures = FIGURES.map((name) => total(all, (one) => one[name]));
  return [day, ...figures, total(all, revenueOf), total(all, (one) => one.back)];
}

/** What the month's posted figures are less and more than those of home, which go by the day of creation. */
type Bridge = {
  elsewhere: number;
  elsewhere_rounds: number;
  later: number;
  later_rounds: number;
  home: number;
  home_rounds: number;
};

async function readBridge(db: Db, { start_date, end_date }: Span, zone: string): Promise<Bridge> {
  const days = { from: start_date, to: end_date, zone };
  const within = (
    column: string,
  ) => sql`(${sql.ref(column)} >= ${start_date}::date::timestamp at time zone ${zone}
    and ${sql.ref(column)} < (${end_date}::date + 1)::timestamp at time zone ${zone})`;
  const isMoney = sql`e.account in ('card', 'on_account') and e.tee_time_id is not null`;
  // Rounds are posted with their booking, and taken back on the day of the cancellation.
  const found = await sql<Bridge>`
    with created as (select t.id, t.players, t.state, t.canceled_at from tee_times t
        where ${within('t.created_at')} and t.state in ('booked', 'cancel_pending', 'canceled')),
      outside as (select e.raw_amount from ledger_entries e join tee_times t on t.id = e.tee_time_id
        where ${isMoney} and ${within('e.created_at')} and not ${within('t.created_at')}),
      outside_rounds as (
        select t.players from ledger_transactions x join tee_times t on t.id = x.tee_time_id
          where x.kind = 'booking' and ${within('x.created_at')} and not ${within('t.created_at')}
        union all select -t.players from tee_times t
          where t.state = 'canceled' and ${within('t.canceled_at')} and not ${within('t.created_at')}),
      after as (select e.raw_amount from created t join ledger_entries e on e.tee_time_id = t.id
        where e.account in ('card', 'on_account') and not ${within('e.created_at')}),
      after_rounds as (
        select t.players from created t join ledger_transactions x on x.tee_time_id = t.id
          where x.kind = 'booking' and not ${within('x.created_at')}
        union all select -t.players from created t where t.state = 'canceled' and not ${within('t.canceled_at')})
    select coalesce((select sum(raw_amount) from outside), 0)::bigint as elsewhere,
      coalesce((select sum(players) from outside_rounds), 0)::bigint as elsewhere_rounds,
      coalesce((select sum(raw_amount) from after), 0)::bigint as later,
      coalesce((select sum(players) from after_rounds), 0)::bigint as later_rounds,
      coalesce((select sum(raw_paid + raw_on_account) from ${salesOf(days, 'source')} s), 0)::bigint as home,
      coalesce((select sum(rounds) from ${salesOf(days, 'source')} s), 0)::bigint as home_rounds`.execute(db);
  return onlyRow(found);
}

const AGREEMENT: Column[] = [
  { heading: 'What', kind: 'text', width: 70 },
  { heading: 'Revenue', kind: 'money' },
  { heading: 'Rounds', kind: 'number' },
];

function agreementSheet(all: readonly Posted[], bridge: Bridge) {
  const revenue = total(all, revenueOf);
  const rounds = total(all, (one) => one.rounds);
  const rows: Cell[][] = [
    ['Posted in the month', revenue, rounds],
    [
      'Less: posted in the month for tee times created in other months',
      bridge.elsewhere,
      bridge.elsewhere_rounds,
    ],
    ['Plus: posted in other months for tee times created in this one', bridge.later, bridge.later_rounds],
    ['Home: tee times created in the month', bridge.home, bridge.home_rounds],
  ];
  const offBy = revenue - bridge.elsewhere + bridge.later - bridge.home;
  const offByRounds = rounds - bridge.elsewhere_rounds + bridge.later_rounds - bridge.home_rounds;
  const agrees = `Agrees with home: ${formatMoney(revenue)}, less ${formatMoney(bridge.elsewhere)}, plus ${formatMoney(bridge.later)}, is ${formatMoney(bridge.home)}.`;
  const last =
    offBy === 0 && offByRounds === 0
      ? agrees
      : `Does not agree with home: off by ${formatMoney(Math.abs(offBy))} and ${Math.abs(offByRounds)} rounds.`;
  return { name: 'Agreement', columns: AGREEMENT, rows: [rows], total: false, last } as const;
}

function sentenceOf(all: readonly Posted[]): { sentence: string; offBy: number } {
  const revenue = total(all, revenueOf);
  const card = total(all, (one) => one.ledger_card);
  const onAccount = total(all, (one) => one.ledger_on_account);
  const offBy = revenue - card - onAccount;
  const sum = `revenue ${formatMoney(revenue)} = card ${formatMoney(card)} + on account ${formatMoney(onAccount)}`;
  return { sentence: offBy === 0 ? `Agrees with the ledger: ${sum}.` : doesNotAgree(offBy), offBy };
}

/** What was posted on each day of a month: a closed month never changes. */
export const salesReport: Made<QueryOf<'sales_report'>> = async ({
  db,
  query,
  zone,
}: Asked<QueryOf<'sales_report'>>) => {
  const span = daysOfMonth(query);
  const all = await readPosted(db, span, zone);
  const days = Array.from({ length: Number(span.end_date.slice(8)) }, (_, at) =>
    addDays(span.start_date, at),
  );
  const sheet = (name: string, source?: string) => {
    const of = source === undefined ? all : all.filter((one) => one.source === source);
    const rows = days.map((day) =>
      dayRow(
        day,
        of.filter((one) => one.day === day),
      ),
    );
    return { name, columns: COLUMNS, rows: [rows], last: sentenceOf(of).sentence };
  };
  return {
    title: 'Sales Report',
    period: period(span, 'day of posting, office time'),
    agreement: sentenceOf(all),
    sheets: [
      sheet('All'),
      sheet('Internal', 'internal'),
      sheet('External', 'external'),
      sheet('Misc', 'misc'),
      agreementSheet(all, await readBridge(db, span, zone)),
    ],
  };
};

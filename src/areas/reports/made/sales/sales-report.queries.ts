import { sql } from 'kysely';
import { addDays } from '../../../../contract/dates.ts';
import { formatMoney } from '../../../../contract/money.ts';
import type { Db } from '../../../../server/process/context.ts';
import { onlyRow } from '../../../../server/database/only-row.ts';
import type { CellValue, SheetColumn, SheetRow } from '../../../../server/workbook/workbook.ts';
import { salesSumsSql } from '../../../sales/sales-days.queries.ts';
import type { ReportQuery } from '../../reports.contract.ts';
import { readInOneSnapshot } from '../../running/snapshot.queries.ts';
import { disagreementText } from '../../words/agreement.rules.ts';
import { reportPeriodText, type ReportPeriod } from '../../words/period.rules.ts';
import type { ReportMaker, ReportInput } from '../report-input.queries.ts';

const money = (heading: string): SheetColumn => ({ heading, kind: 'money', total: 'sum' });
const number = (heading: string): SheetColumn => ({ heading, kind: 'number', total: 'sum' });
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
const COLUMNS: SheetColumn[] = [
  { heading: 'Day', kind: 'date' },
  ...['Bookings', 'Canceled', 'Rounds'].map(number),
  ...MONEY.map(money),
];

/** The figures of one source of tee times (internal, external or misc) on one day, in cents; deductions are below 0. */
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
  /** The part of the revenue that belongs to tee times created outside of the report's month. */
  elsewhere: number;
  elsewhere_rounds: number;
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

/** Returns the first and the last day of a month; month 0 is January. */
export function daysOfMonth({ month, year }: ReportQuery<'sales_report'>): ReportPeriod {
  const first = (months: number) => new Date(Date.UTC(year, months, 1)).toISOString().slice(0, 10);
  return { start_date: first(month), end_date: addDays(first(month + 1), -1) };
}

/** SQL condition: the column's instant lies in the period's business days. Written so that an index on the column can be used. */
const within = (column: string, { start_date, end_date }: ReportPeriod, zone: string) => sql`(
  ${sql.ref(column)} >= ${start_date}::date::timestamp at time zone ${zone}
  and ${sql.ref(column)} < (${end_date}::date + 1)::timestamp at time zone ${zone})`;

const sumOf = (account: string, ...kinds: string[]) => {
  const isOne = sql`kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`;
  return sql`coalesce(sum(raw_amount) filter (where account = ${sql.lit(account)} and ${kinds.length > 0 ? isOne : sql`true`}), 0)`;
};

/**
 * SQL for the sums of ledger entries by day and source, in several rows each. A ledger transaction and its entries have the
 * same moment, so both are read from the newest end of the ledger. Most of their tee times were created on the same days and
 * are read from one index; only the others are looked up one by one.
 */
const posted = (span: ReportPeriod, zone: string) => sql`
  with own as materialized (
      select id, source, players, raw_rental_amount from tee_times where ${within('created_at', span, zone)}),
    posted as materialized (
      select id, kind, tee_time_id, (created_at at time zone ${zone})::date as day from ledger_transactions
      where tee_time_id is not null and ${within('created_at', span, zone)}),
    sold as materialized (
      select own.*, true as is_own from own
      union all select t.id, t.source, t.players, t.raw_rental_amount, false from tee_times t
        where t.id in (select tee_time_id from posted except select id from own)),
    moved as (
      select p.day, t.source, t.is_own, p.kind, e.account, sum(e.raw_amount) as raw_amount
      from posted p join ledger_entries e on e.ledger_transaction_id = p.id and ${within('e.created_at', span, zone)}
        join sold t on t.id = p.tee_time_id
      group by 1, 2, 3, 4, 5),
    booked as (
      select p.day, t.source, t.is_own, count(*) as bookings, sum(t.players) as rounds, sum(t.raw_rental_amount) as clubs
      from posted p join sold t on t.id = p.tee_time_id where p.kind = 'booking' group by 1, 2, 3)
  select day, source, 0 as bookings, 0 as canceled, 0 as rounds, -${sumOf('tee_time', 'booking', 'change')} as charge, 0 as clubs,
    -${sumOf('discount', 'booking', 'change')} as discounts, -${sumOf('gift_certificate', 'booking', 'change')} as certificates,
    ${sumOf('card', 'refund', 'refund_failed')} as refunds, ${sumOf('on_account', 'release')} as unpaid, -${sumOf('gift_certificate', 'refund')} as back,
    ${sumOf('card')} as ledger_card, ${sumOf('on_account')} as ledger_on_account,
    coalesce(sum(raw_amount) filter (where not is_own and account in ('card', 'on_account')), 0) as elsewhere, 0 as elsewhere_rounds
  from moved group by 1, 2
  union all -- A change never changes the clubs.
  select day, source, bookings, 0, rounds, -clubs, clubs, 0, 0, 0, 0, 0, 0, 0, 0, case when is_own then 0 else rounds end from booked
  union all
  select (canceled_at at time zone ${zone})::date, source, 0, count(*), -sum(players), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    coalesce(-sum(players) filter (where not ${within('created_at', span, zone)}), 0)
  from tee_times where state = 'canceled' and ${within('canceled_at', span, zone)} group by 1, 2`;

async function readPosted(db: Db, span: ReportPeriod, zone: string): Promise<Posted[]> {
  const names = [...FIGURES, 'back', 'ledger_card', 'ledger_on_account', 'elsewhere', 'elsewhere_rounds'];
  const sums = sql.join(names.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`));
  const { rows } = await sql<Posted>`
    select day, source, ${sums} from (${posted(span, zone)}) p group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

const revenueOf = (one: Posted): number =>
  one.charge + one.clubs + one.discounts + one.certificates + one.refunds + one.unpaid;

const total = (all: readonly Posted[], figure: (one: Posted) => number): number =>
  all.reduce((sum, one) => sum + figure(one), 0);

function dayRow(day: string, all: readonly Posted[]): SheetRow {
  const figures = FIGURES.map((name) => total(all, (one) => one[name]));
  return [day, ...figures, total(all, revenueOf), total(all, (one) => one.back)];
}

/**
 * The figures that reconcile this report (by day of posting) with home (by day of creation): the amounts posted after the month
 * for tee times created in it, and the figures that home shows.
 */
type Bridge = { later: number; later_rounds: number; home: number; home_rounds: number };

async function readBridge(db: Db, span: ReportPeriod, zone: string): Promise<Bridge> {
  const after = sql`(${span.end_date}::date + 1)::timestamp at time zone ${zone}`;
  // A tee time has no ledger entry before it exists. Its rounds are posted with the booking, and taken back on the day of the
  // cancellation.
  const found = await sql<Bridge>`
    with created as materialized (select id, players, state, canceled_at from tee_times
      where ${within('created_at', span, zone)} and state in ('booked', 'cancel_pending', 'canceled'))
    select
      coalesce((select sum(e.raw_amount) from created t join ledger_entries e on e.tee_time_id = t.id
        where e.created_at >= ${after} and e.account in ('card', 'on_account')), 0)::bigint as later,
      coalesce((select sum(t.players) from created t join ledger_transactions x on x.tee_time_id = t.id
        where x.created_at >= ${after} and x.kind = 'booking'), 0)::bigint
      - coalesce((select sum(t.players) from created t
        where t.state = 'canceled' and not ${within('t.canceled_at', span, zone)}), 0)::bigint as later_rounds,
      home.*
    from (select coalesce(sum(raw_paid + raw_on_account), 0)::bigint as home, coalesce(sum(rounds), 0)::bigint as home_rounds
      from ${salesSumsSql({ from: span.start_date, to: span.end_date, zone }, 'source')} s) home`.execute(db);
  return onlyRow(found);
}

const AGREEMENT: SheetColumn[] = [
  { heading: 'What', kind: 'text', width: 70 },
  { heading: 'Revenue', kind: 'money' },
  { heading: 'Rounds', kind: 'number' },
];

function agreementSheet(all: readonly Posted[], bridge: Bridge) {
  const revenue = total(all, revenueOf);
  const rounds = total(all, (one) => one.rounds);
  const elsewhere = total(all, (one) => one.elsewhere);
  const elsewhereRounds = total(all, (one) => one.elsewhere_rounds);
  const rows: CellValue[][] = [
    ['Posted in the month', revenue, rounds],
    ['Less: posted in the month for tee times created in other months', elsewhere, elsewhereRounds],
    ['Plus: posted in other months for tee times created in this one', bridge.later, bridge.later_rounds],
    ['Home: tee times created in the month', bridge.home, bridge.home_rounds],
  ];
  const offBy = revenue - elsewhere + bridge.later - bridge.home;
  const offByRounds = rounds - elsewhereRounds + bridge.later_rounds - bridge.home_rounds;
  const agrees = `Agrees with home: ${formatMoney(revenue)}, less ${formatMoney(elsewhere)}, plus ${formatMoney(bridge.later)}, is ${formatMoney(bridge.home)}.`;
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
  return { sentence: offBy === 0 ? `Agrees with the ledger: ${sum}.` : disagreementText(offBy), offBy };
}

/** Reports the amounts posted on each day of a month. The report of a closed month never changes, because the ledger does not. */
export const salesReport: ReportMaker<ReportQuery<'sales_report'>> = async ({
  db,
  query,
  zone,
}: ReportInput<ReportQuery<'sales_report'>>) => {
  const span = daysOfMonth(query);
  const [all, bridge] = await readInOneSnapshot(db, async (one) => [
    await readPosted(one, span, zone),
    await readBridge(one, span, zone),
  ]);
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
    period: reportPeriodText(span, 'day of posting, office time'),
    agreement: sentenceOf(all),
    sheets: [
      sheet('All'),
      sheet('Internal', 'internal'),
      sheet('External', 'external'),
      sheet('Misc', 'misc'),
      agreementSheet(all, bridge),
    ],
  };
};

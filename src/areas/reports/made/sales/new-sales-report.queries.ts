import { sql } from 'kysely';
import { formatMoney } from '../../../../contract/money.ts';
import { AGENT_NAMES_SQL } from '../../../sales/agent-names.queries.ts';
import type { SheetColumn, SheetRow } from '../../../../server/workbook/workbook.ts';
import { salesSumsSql } from '../../../sales/sales-days.queries.ts';
import { LedgerAgreement, disagreementText, type TeeTimeAmounts } from '../../words/agreement.rules.ts';
import { countWithNoun } from '../../../../contract/words.ts';
import { formatDayWithYear, reportPeriodText, type ReportPeriod } from '../../words/period.rules.ts';
import {
  CREATOR_NAME,
  textSortKey,
  createdOnSql,
  streamSheetRows,
  type ReportMaker,
  type ReportInput,
} from '../report-input.queries.ts';

/** The sums over a group of tee times; amounts are in cents. */
export type SalesSums = TeeTimeAmounts & {
  bookings: number;
  rounds: number;
  raw_certificates: number;
  raw_counted_cost: number;
  raw_clubs_cost: number;
};

const SUMMED = [
  'bookings',
  'rounds',
  'raw_paid',
  'raw_on_account',
  'raw_certificates',
  'raw_counted_cost',
  'raw_clubs_cost',
  'raw_posted_card',
  'raw_posted_on_account',
];
/** SQL for the sums of several rows of tee_time_figures or of sales days, as columns of a select. */
export const SALES_SUMS_SQL = sql.join(
  SUMMED.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
);

const column = (heading: string, kind: 'number' | 'money'): SheetColumn => ({ heading, kind, total: 'sum' });
/** The columns from Bookings to Margin, identical in every report by day of creation. */
export const SALES_FIGURE_COLUMNS: SheetColumn[] = [
  column('Bookings', 'number'),
  column('Rounds', 'number'),
  ...['Revenue', 'Certificates', 'Cost', 'Clubs cost', 'Margin'].map((heading) => column(heading, 'money')),
];
/** Returns the cells of the SALES_FIGURE_COLUMNS. */
export function salesFigureCells(one: SalesSums): number[] {
  const revenue = one.raw_paid + one.raw_on_account;
  const margin = revenue + one.raw_certificates - one.raw_counted_cost - one.raw_clubs_cost;
  return [
    one.bookings,
    one.rounds,
    revenue,
    one.raw_certificates,
    one.raw_counted_cost,
    one.raw_clubs_cost,
    margin,
  ];
}
/** Returns true if all figures of a group of tee times are 0. */
export const hasNoSales = (one: SalesSums): boolean => salesFigureCells(one).every((figure) => figure === 0);

const AVERAGE: SheetColumn = {
  heading: 'Average per round',
  kind: 'money',
  total: { over: ['Revenue', 'Certificates'], under: 'Rounds' },
};
/** Returns the average revenue per round, gift certificates included, rounded half up to the cent; null without rounds. */
const averageOf = ({ rounds, raw_paid, raw_on_account, raw_certificates }: SalesSums): number | null =>
  rounds === 0 ? null : Math.floor((raw_paid + raw_on_account + raw_certificates) / rounds + 0.5);

const text = (heading: string): SheetColumn => ({ heading, kind: 'text' });
const BY_COURSE: SheetColumn[] = [text('Course'), text('Agent'), ...SALES_FIGURE_COLUMNS, AVERAGE];
const BY_DAY: SheetColumn[] = [{ heading: 'Day', kind: 'date' }, ...SALES_FIGURE_COLUMNS, AVERAGE];

type Group = SalesSums & { course_name: string; agent: string; without_rate: number };

const groups = ({ query, zone }: ReportInput<ReportPeriod>) => sql<Group>`
  select g.*, c.course_name from (
    select t.course_id, ${CREATOR_NAME} as agent, ${SALES_SUMS_SQL}, count(*) filter (where t.rate_type is null and t.bookings = 1) as without_rate
    from tee_time_figures t left join ${AGENT_NAMES_SQL} agent on agent.id = t.staff_user_id
    where ${createdOnSql(query, zone)} group by 1, 2) g join courses c on c.id = g.course_id
  order by ${textSortKey(sql`c.course_name`)}, c.id, ${textSortKey(sql`g.agent`)}`;

const days = ({ query: { start_date, end_date }, zone }: ReportInput<ReportPeriod>) => sql<
  SalesSums & { day: string }
>`
  select d.day::date as day, ${SALES_SUMS_SQL}
  from generate_series(${start_date}::date, ${end_date}::date, interval '1 day') d(day)
    left join ${salesSumsSql({ from: start_date, to: end_date, zone }, 'source')} s on s.created_on = d.day::date
  group by 1 order by 1`;

const AGES = ['Not yet played', '0-30', '31-60', '61-90', 'Over 90'] as const;
const ON_ACCOUNT: SheetColumn[] = [
  ...['Tee time', 'Customer', 'Folio', 'Agent', 'Course'].map(text),
  { heading: 'Play Date', kind: 'date' },
  ...AGES.map((heading) => column(heading, 'money')),
];
type Open = {
  id: number;
  customer: string;
  folio: string;
  agent: string;
  course_name: string;
  play_date: string;
  age: number;
  raw_on_account: number;
  raw_posted_on_account: number;
};

const open = ({ today }: ReportInput<ReportPeriod>) => sql<Open>`
  select t.id, concat_ws(', ', nullif(k.last_name, ''), nullif(k.first_name, '')) as customer, t.folio, ${CREATOR_NAME} as agent,
    c.course_name, t.play_date, ${today}::date - t.play_date as age, t.raw_on_account, t.raw_posted_on_account
  from tee_time_figures t join customers k on k.id = t.customer_id join courses c on c.id = t.course_id
    left join ${AGENT_NAMES_SQL} agent on agent.id = t.staff_user_id
  where t.raw_on_account > 0
  order by t.play_date, t.id`;

/** Returns the index in AGES of a bill that is so many days past its play date. */
export function billAgeIndex(days: number): number {
  if (days < 0) return 0;
  return [30, 60, 90].findIndex((most) => days <= most) + 1 || AGES.length - 1;
}

/** Returns the sheet of all amounts on account by their age; the report's days do not limit this sheet. */
function onAccount(input: ReportInput<ReportPeriod>) {
  const sum = { shown: 0, posted: 0 };
  const row = (one: Open): SheetRow[] => {
    sum.shown += one.raw_on_account;
    sum.posted += one.raw_posted_on_account;
    const at = billAgeIndex(one.age);
    const who = [String(one.id), one.customer, one.folio, one.agent, one.course_name, one.play_date];
    return [[...who, ...AGES.map((_, age) => (age === at ? one.raw_on_account : null))]];
  };
  const last = () =>
    sum.shown === sum.posted
      ? `Agrees with the ledger: on account ${formatMoney(sum.shown)}. A bill cannot be marked paid yet.`
      : disagreementText(sum.shown - sum.posted);
  return {
    name: 'On account',
    period: `${formatDayWithYear(input.today)}, every bill on account`,
    columns: ON_ACCOUNT,
    rows: streamSheetRows(input.db, open(input), row),
    last,
  };
}

const withoutRate = (count: number): string =>
  count === 0
    ? ''
    : ` ${countWithNoun(count, 'booking')} without a rate: ${count === 1 ? 'its' : 'their'} cost is not known`;

/** Reports sales of tee times created on the given days, by course and agent and by day, and the amounts on account. */
export const newSalesReport: ReportMaker<ReportPeriod> = (input) => {
  const agreement = new LedgerAgreement();
  let unrated = 0;
  const ofDays = new LedgerAgreement();
  const group = (one: Group): SheetRow[] => {
    agreement.add(one);
    unrated += one.without_rate;
    return hasNoSales(one) ? [] : [[one.course_name, one.agent, ...salesFigureCells(one), averageOf(one)]];
  };
  const day = (one: SalesSums & { day: string }): SheetRow[] => {
    ofDays.add(one);
    return [[one.day, ...salesFigureCells(one), averageOf(one)]];
  };
  return {
    title: 'Sales Report 2',
    period: reportPeriodText(input.query, 'day of creation, office time'),
    agreement,
    sheets: [
      {
        name: 'Courses and agents',
        columns: BY_COURSE,
        rows: streamSheetRows(input.db, groups(input), group),
        last: () => agreement.sentence() + withoutRate(unrated),
      },
      {
        name: 'Days',
        columns: BY_DAY,
        rows: streamSheetRows(input.db, days(input), day),
        last: () => ofDays.sentence(),
      },
      onAccount(input),
    ],
  };
};

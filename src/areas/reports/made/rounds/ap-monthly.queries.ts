import { sql } from 'kysely';
import { formatMoney } from '../../../../contract/money.ts';
import type { SheetColumn, SheetRow } from '../../../../server/workbook/workbook.ts';
import { statusSql } from '../../../tee-times/status/status.queries.ts';
import type { ReportQuery } from '../../reports.contract.ts';
import { LedgerAgreement, type TeeTimeAmounts } from '../../words/agreement.rules.ts';
import { countWithNoun } from '../../../../contract/words.ts';
import { reportPeriodText } from '../../words/period.rules.ts';
import {
  textSortKey,
  countTeeTimesWhere,
  playedOnSql,
  streamSheetRows,
  type ReportMaker,
  type ReportInput,
} from '../report-input.queries.ts';

type Query = ReportQuery<'ap-monthly'>;
type Owed = TeeTimeAmounts & {
  id: number;
  course_name: string;
  course_id: number;
  play_date: string;
  play_time: string;
  first_name: string;
  last_name: string;
  confirmation: string;
  players: number;
  rate_type: string | null;
  raw_wholesale_rate: number;
  raw_course_balance: number;
  raw_counted_cost: number;
  raw_clubs_cost: number;
  raw_certificates: number;
  is_elsewhere: boolean;
};

const courseName = textSortKey(sql`c.course_name`);

const owed = ({ query, moment }: ReportInput<Query>) => sql<Owed>`
  select t.id, c.course_name, t.course_id, t.play_date, t.play_time, k.first_name, k.last_name, t.confirmation, t.players, t.rate_type,
    t.raw_wholesale_rate, t.raw_course_balance, t.raw_counted_cost, t.raw_clubs_cost, t.raw_certificates, t.raw_paid, t.raw_on_account,
    t.raw_posted_card, t.raw_posted_on_account, coalesce(r.course_id <> t.course_id, false) as is_elsewhere
  from tee_time_figures t join courses c on c.id = t.course_id join customers k on k.id = t.customer_id
    left join rates r on r.id = t.golf_rate_id
  where ${playedOnSql(query)} and t.bookings = 1 and t.course_id = any(${query.courses}::bigint[])
    and ${query.only_played ? sql`${statusSql(moment)} = 'played'` : sql`true`}
  order by ${courseName}, c.id, t.play_date, t.play_time, t.id`;

/** Returns the remarks that matter to the person who pays the course's invoice. */
export function invoiceNotes(one: Owed): string {
  const { raw_paid, raw_on_account, raw_certificates, raw_counted_cost, raw_clubs_cost } = one;
  const margin = raw_paid + raw_on_account + raw_certificates - raw_counted_cost - raw_clubs_cost;
  const notes: [isSo: boolean, says: string][] = [
    [one.rate_type === null, 'no rate'],
    [one.raw_wholesale_rate === 0 && one.raw_course_balance > 0, 'paid at the course'],
    [raw_on_account > 0, 'on account'],
    [one.confirmation.trim().toUpperCase() === 'INTERNAL', 'INTERNAL'],
    [one.is_elsewhere, 'terms of another course'],
    [margin < 0, 'below cost'],
  ];
  return notes.flatMap(([isSo, says]) => (isSo ? [says] : [])).join(', ');
}

const money = (heading: string): SheetColumn => ({ heading, kind: 'money', total: 'sum' });
const COLUMNS: SheetColumn[] = [
  { heading: 'Course', kind: 'text' },
  { heading: 'Play Date', kind: 'date' },
  { heading: 'Time', kind: 'time' },
  { heading: 'Tee time', kind: 'text' },
  { heading: 'Customer', kind: 'text' },
  { heading: 'Confirmation', kind: 'text' },
  { heading: 'Players', kind: 'number', total: 'sum' },
  { heading: 'Wholesale', kind: 'money' },
  ...['Cost', 'Clubs cost', 'Owed', 'Paid', 'Certificate', 'On account', 'Balance at course'].map(money),
  { heading: 'Note', kind: 'text' },
];

const CANCELED: SheetColumn[] = [
  { heading: 'Course', kind: 'text' },
  { heading: 'Play Date', kind: 'date' },
  { heading: 'Tee time', kind: 'text' },
  { heading: 'Canceled', kind: 'date' },
  { heading: 'Players', kind: 'number', total: 'sum' },
  ...['Wholesale x players', 'Revenue', 'Certificates'].map(money),
];

type Canceled = {
  id: number;
  course_name: string;
  play_date: string;
  canceled_on: string | null;
  players: number;
  raw_not_owed: number;
  raw_revenue: number;
  raw_certificates: number;
};

const canceled = ({ query, zone, today }: ReportInput<Query>) => sql<Canceled>`
  select t.id, c.course_name, t.play_date, (t.canceled_at at time zone ${zone})::date as canceled_on, t.players,
    t.raw_wholesale_rate * t.players as raw_not_owed, t.raw_revenue, t.raw_certificates
  from tee_time_figures t join courses c on c.id = t.course_id
  where ${playedOnSql(query)} and t.state = 'canceled' and ${query.only_played ? sql`t.play_date <= ${today}::date` : sql`true`} and t.course_id = any(${query.courses}::bigint[])
  order by t.play_date, ${courseName}, t.id`;

const canceledRow = ({ id, course_name, play_date, canceled_on, ...one }: Canceled): SheetRow[] => [
  [
    course_name,
    play_date,
    String(id),
    canceled_on,
    one.players,
    one.raw_not_owed,
    one.raw_revenue,
    one.raw_certificates,
  ],
];

/** Reports the amount owed to each course for tee times played on the given days, and how customers paid for them. */
export const accountsPayableReport: ReportMaker<Query> = (input) => {
  const { db, query } = input;
  const agreement = new LedgerAgreement();
  const sum = { cost: 0, clubs: 0 };
  let course: { id: number; name: string } | null = null;
  const subtotal = (): SheetRow[] => (course ? [{ subtotal: `Total ${course.name}` }] : []);
  const row = (one: Owed): SheetRow[] => {
    agreement.add(one);
    sum.cost += one.raw_counted_cost;
    sum.clubs += one.raw_clubs_cost;
    const before = course?.id === one.course_id ? [] : subtotal();
    course = { id: one.course_id, name: one.course_name };
    const { course_name, play_date, play_time, confirmation, players, raw_wholesale_rate } = one;
    const customer = [one.last_name, one.first_name].filter(Boolean).join(', ');
    const round = [course_name, play_date, play_time, String(one.id), customer, confirmation, players];
    const costs = [raw_wholesale_rate, one.raw_counted_cost, one.raw_clubs_cost];
    const cost = one.raw_counted_cost + one.raw_clubs_cost;
    const paid = [one.raw_paid, one.raw_certificates, one.raw_on_account, one.raw_course_balance * players];
    return [...before, [...round, ...costs, cost, ...paid, invoiceNotes(one)]];
  };
  async function* rows() {
    yield* streamSheetRows(db, owed(input), row);
    yield subtotal();
  }
  const owedRead = () =>
    `owed ${formatMoney(sum.cost + sum.clubs)} = wholesale ${formatMoney(sum.cost)} + clubs ${formatMoney(sum.clubs)}, frozen terms`;
  const canceledRows = streamSheetRows(db, canceled(input), canceledRow);
  return {
    title: 'Accounts Payable Monthly',
    period: reportPeriodText(query, 'play date'),
    parameters: `${query.only_played ? 'only played' : 'played or not'}, ${countWithNoun(new Set(query.courses).size, 'course')} ticked`,
    agreement,
    expected: () => countTeeTimesWhere(db, playedOnSql(query)),
    sheets: [
      {
        name: 'Accounts Payable',
        columns: COLUMNS,
        rows: rows(),
        last: () => `${agreement.sentence()} ${owedRead()}`,
      },
      {
        name: 'Canceled',
        columns: CANCELED,
        rows: canceledRows,
        last: 'Canceled and not owed: for what the course bills all the same.',
      },
    ],
  };
};

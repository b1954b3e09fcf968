import { sql } from 'kysely';
import { AGENT_NAMES_SQL } from '../../../sales/agent-names.queries.ts';
import type { SheetColumn, SheetRow } from '../../../../server/workbook/workbook.ts';
import { statusSql } from '../../../tee-times/status/status.queries.ts';
import type { TeeTimeStatus } from '../../../tee-times/tee-times.contract.ts';
import type { ReportQuery } from '../../reports.contract.ts';
import { LedgerAgreement, type TeeTimeAmounts } from '../../words/agreement.rules.ts';
import { reportPeriodText, reportDateBasis } from '../../words/period.rules.ts';
import {
  CREATOR_NAME,
  countTeeTimesWhere,
  createdOnSql,
  playedOnSql,
  streamSheetRows,
  type ReportMaker,
  type ReportInput,
} from '../report-input.queries.ts';

type Query = ReportQuery<'tee-time'>;
type TeeTimeReportRow = TeeTimeAmounts & {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  primary_phone: string | null;
  postcode: string | null;
  course_name: string;
  play_date: string;
  play_time: string;
  players: number;
  rounds: number;
  status: TeeTimeStatus;
  confirmation: string;
  raw_certificates: number;
  agent: string;
  source: string;
  created_on: string;
};

const days = (query: Query, zone: string) =>
  query.date_type === 'Played' ? playedOnSql(query) : createdOnSql(query, zone);

// A tee time with an undecided payment has no figures yet, so a left join keeps its row.
const found = ({ query, zone, moment }: ReportInput<Query>) => {
  const order = query.date_type === 'Played' ? sql`t.play_date, t.id` : sql`created_on, t.id`;
  const figure = (name: string) => sql`coalesce(f.${sql.ref(name)}, 0) as ${sql.ref(name)}`;
  const FIGURES = [
    'rounds',
    'raw_paid',
    'raw_certificates',
    'raw_on_account',
    'raw_posted_card',
    'raw_posted_on_account',
  ];
  return sql<TeeTimeReportRow>`
    select t.id, k.first_name, k.last_name, k.email, k.primary_phone, k.postcode, c.course_name, t.play_date, t.play_time, t.players,
      ${statusSql(moment)} as status, t.confirmation, ${CREATOR_NAME} as agent, t.source,
      (t.created_at at time zone ${zone})::date as created_on, ${sql.join(FIGURES.map(figure))}
    from tee_times t left join lateral (select * from tee_time_figures g where g.id = t.id) f on true
      join customers k on k.id = t.customer_id join courses c on c.id = t.course_id
      left join ${AGENT_NAMES_SQL} agent on agent.id = t.staff_user_id
    where ${days(query, zone)} and t.state <> 'failed' order by ${order}`;
};

const texts = (...headings: string[]): SheetColumn[] =>
  headings.map((heading) => ({ heading, kind: 'text' }));
const COLUMNS: SheetColumn[] = [
  ...texts('Tee time', 'First Name', 'Last Name', 'Email', 'Phone', 'Postal code', 'Course'),
  { heading: 'Play Date', kind: 'date' },
  { heading: 'Time', kind: 'time' },
  { heading: 'Players', kind: 'number' },
  { heading: 'Rounds', kind: 'number', total: 'sum' },
  ...texts('Status', 'Confirmation'),
  { heading: 'Paid', kind: 'money', total: 'sum' },
  { heading: 'Certificate', kind: 'money', total: 'sum' },
  { heading: 'On account', kind: 'money', total: 'sum' },
  ...texts('Agent', 'Source'),
  { heading: 'Created', kind: 'date' },
];

/** Reports every tee time that was played or created on the given days, with its customer. Failed bookings are left out. */
export const teeTimeReport: ReportMaker<Query> = (input) => {
  const agreement = new LedgerAgreement();
  const row = (one: TeeTimeReportRow): SheetRow[] => {
    agreement.add(one);
    const { first_name, last_name, email, primary_phone, postcode, course_name } = one;
    const who = [String(one.id), first_name, last_name, email, primary_phone, postcode, course_name];
    const round = [one.play_date, one.play_time, one.players, one.rounds, one.status, one.confirmation];
    const money = [one.raw_paid, one.raw_certificates, one.raw_on_account];
    return [[...who, ...round, ...money, one.agent, one.source, one.created_on]];
  };
  return {
    title: 'Tee Time / Customer Report',
    period: reportPeriodText(input.query, reportDateBasis(input.query.date_type)),
    agreement,
    expected: () => countTeeTimesWhere(input.db, days(input.query, input.zone)),
    sheets: [
      {
        name: 'Tee times',
        columns: COLUMNS,
        rows: streamSheetRows(input.db, found(input), row),
        last: () => agreement.sentence(),
      },
    ],
  };
};

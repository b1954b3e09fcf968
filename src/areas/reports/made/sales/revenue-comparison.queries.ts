import { sql, type RawBuilder } from 'kysely';
import { addDays, daysBetween } from '../../../../contract/dates.ts';
import type { CellValue, SheetColumn, SheetRow } from '../../../../server/workbook/workbook.ts';
import { salesSumsSql } from '../../../sales/sales-days.queries.ts';
import type { ReportQuery } from '../../reports.contract.ts';
import { LedgerAgreement, disagreementText, type TeeTimeAmounts } from '../../words/agreement.rules.ts';
import { formatPeriod, reportDateBasis, type ReportPeriod } from '../../words/period.rules.ts';
import {
  textSortKey,
  playedOnSql,
  streamSheetRows,
  type ReportMaker,
  type ReportInput,
} from '../report-input.queries.ts';

type Query = ReportQuery<'revenue-comparison'>;
type Compared = { rounds: number; before_rounds: number; now: TeeTimeAmounts; before: TeeTimeAmounts };

/** Returns the two periods of a revenue comparison. */
export const comparedPeriods = (query: Query): [ReportPeriod, ReportPeriod] => [
  { start_date: query.start_date, end_date: query.end_date },
  { start_date: query.compare_start_date, end_date: query.compare_end_date },
];

const MONEY = ['raw_paid', 'raw_on_account', 'raw_posted_card', 'raw_posted_on_account'];

/** SQL for the sums of a period's tee times by course, or by week. Week 0 is the first seven days of the period. */
const ofSpan = ({ query, zone }: ReportInput<Query>, span: ReportPeriod, by: 'course_id' | 'week') => {
  const isPlayed = query.date_type === 'Played';
  const summedBy = by === 'week' ? 'source' : 'course';
  const from = isPlayed
    ? sql`tee_time_figures t where ${playedOnSql(span)}`
    : sql`${salesSumsSql({ from: span.start_date, to: span.end_date, zone }, summedBy)} t`;
  const day = isPlayed ? sql`t.play_date` : sql`t.created_on`;
  const key = by === 'week' ? sql`(${day} - ${span.start_date}::date) / 7` : sql`t.course_id`;
  const sums = sql.join(MONEY.map((name) => sql`${name}::text, sum(t.${sql.ref(name)})::bigint`));
  return sql`(select ${key} as ${sql.ref(by)}, sum(t.rounds)::bigint as rounds, json_build_object(${sums}) as sums from ${from} group by 1)`;
};

const NONE = sql.lit(JSON.stringify(Object.fromEntries(MONEY.map((name) => [name, 0]))));
/** SQL for the figures of one course or week in the first period (a) and in the second (b); 0 where a period has none. */
const BOTH = sql`coalesce(a.rounds, 0) as rounds, coalesce(b.rounds, 0) as before_rounds,
  coalesce(a.sums, ${NONE}::json) as now, coalesce(b.sums, ${NONE}::json) as before`;

const byCourse = (input: ReportInput<Query>): RawBuilder<Compared & { course_name: string }> => {
  const [span, before] = comparedPeriods(input.query);
  return sql`
    select c.course_name, ${BOTH}
    from ${ofSpan(input, span, 'course_id')} a full join ${ofSpan(input, before, 'course_id')} b on b.course_id = a.course_id
      join courses c on c.id = coalesce(a.course_id, b.course_id)
    order by ${textSortKey(sql`c.course_name`)}, c.id`;
};

const byWeek = (input: ReportInput<Query>): RawBuilder<Compared & { week: number }> => {
  const [span, before] = comparedPeriods(input.query);
  const last = Math.max(...[span, before].map((one) => weekOf(one, one.end_date)));
  return sql`
    select w.week, ${BOTH} from generate_series(0, ${last}::int) w(week)
      left join ${ofSpan(input, span, 'week')} a on a.week = w.week
      left join ${ofSpan(input, before, 'week')} b on b.week = w.week
    order by w.week`;
};

const weekOf = ({ start_date }: ReportPeriod, day: string): number =>
  Math.floor(daysBetween(start_date, day) / 7);
/** Returns the first day of a period's week by its number; null if the period has fewer weeks. */
const firstOf = ({ start_date, end_date }: ReportPeriod, week: number): string | null => {
  const first = addDays(start_date, 7 * week);
  return first <= end_date ? first : null;
};

/** Returns the names of two periods: `2026` and `2025` if each lies in a different year, else `period` and `comparison`. */
export function comparedPeriodNames([span, before]: [ReportPeriod, ReportPeriod]): [string, string] {
  const [year, yearBefore] = [span, before].map(({ start_date, end_date }) =>
    start_date.slice(0, 4) === end_date.slice(0, 4) ? start_date.slice(0, 4) : null,
  );
  return year && yearBefore && year !== yearBefore ? [year, yearBefore] : ['period', 'comparison'];
}

const figureColumns = ([now, before]: [string, string]): SheetColumn[] => [
  { heading: `Rounds ${now}`, kind: 'number', total: 'sum' },
  { heading: `Rounds ${before}`, kind: 'number', total: 'sum' },
  { heading: 'Difference', kind: 'number', total: 'sum' },
  { heading: `Revenue ${now}`, kind: 'money', total: 'sum' },
  { heading: `Revenue ${before}`, kind: 'money', total: 'sum' },
  { heading: 'Difference', kind: 'money', total: 'sum' },
  {
    heading: 'Percent',
    kind: 'percent',
    total: {
      over: [`Revenue ${now}`],
      minus: [`Revenue ${before}`],
      under: `Revenue ${before}`,
      none: 'new',
    },
  },
];

/**
 * Returns the change in tenths of a percent, rounded half away from zero; `new` if only the earlier figure is 0, null if both
 * are.
 */
export function changeInPercent(now: number, before: number): number | 'new' | null {
  if (before === 0) return now === 0 ? null : 'new';
  const tenths = ((now - before) / before) * 1000;
  return Math.sign(tenths) * Math.floor(Math.abs(tenths) + 0.5);
}

const revenueOf = ({ raw_paid, raw_on_account }: TeeTimeAmounts): number => raw_paid + raw_on_account;

function figures({ rounds, before_rounds, now, before }: Compared): CellValue[] {
  const [revenue, revenueBefore] = [revenueOf(now), revenueOf(before)];
  const change = [revenue - revenueBefore, changeInPercent(revenue, revenueBefore)];
  return [rounds, before_rounds, rounds - before_rounds, revenue, revenueBefore, ...change];
}

const isNothing = ({ rounds, before_rounds, now, before }: Compared): boolean =>
  [rounds, before_rounds, revenueOf(now), revenueOf(before)].every((figure) => figure === 0);

/** Adds up both periods of a sheet, so that the sheet's last line can tell if their figures agree with the ledger. */
class Agreements {
  readonly #now = new LedgerAgreement();
  readonly #before = new LedgerAgreement();

  add({ now, before }: Compared): void {
    this.#now.add(now);
    this.#before.add(before);
  }

  get offBy(): number {
    return this.#now.offBy || this.#before.offBy;
  }

  sentence(): string {
    return this.offBy === 0
      ? `Agrees with the ledger: ${this.#now.sum}; before: ${this.#before.sum}.`
      : disagreementText(this.offBy);
  }
}

/** Reports rounds and revenue of two periods side by side, by course and by week. */
export const revenueComparisonReport: ReportMaker<Query> = (input) => {
  const spans = comparedPeriods(input.query);
  const [span, before] = spans;
  const columns = figureColumns(comparedPeriodNames(spans));
  const [courses, weeks] = [new Agreements(), new Agreements()];
  const course = (one: Compared & { course_name: string }): SheetRow[] => {
    courses.add(one);
    return isNothing(one) ? [] : [[one.course_name, ...figures(one)]];
  };
  const week = (one: Compared & { week: number }): SheetRow[] => {
    weeks.add(one);
    return [[firstOf(span, one.week), firstOf(before, one.week), ...figures(one)]];
  };
  return {
    title: 'Revenue Comparison',
    period: `${formatPeriod(span)} against ${formatPeriod(before)}, by ${reportDateBasis(input.query.date_type)}`,
    agreement: courses,
    sheets: [
      {
        name: 'Courses',
        columns: [{ heading: 'Course', kind: 'text' }, ...columns],
        rows: streamSheetRows(input.db, byCourse(input), course),
        last: () => courses.sentence(),
      },
      {
        name: 'Weeks',
        columns: [{ heading: 'Week', kind: 'date' }, { heading: 'Compared with', kind: 'date' }, ...columns],
        rows: streamSheetRows(input.db, byWeek(input), week),
        last: () => weeks.sentence(),
      },
    ],
  };
};

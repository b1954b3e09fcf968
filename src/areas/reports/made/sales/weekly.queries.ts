import { sql } from 'kysely';
import { addDays } from '../../../../contract/dates.ts';
import type { SheetColumn, SheetRow } from '../../../../server/workbook/workbook.ts';
import { salesSumsSql } from '../../../sales/sales-days.queries.ts';
import { LedgerAgreement } from '../../words/agreement.rules.ts';
import { mondayOfWeek, reportPeriodText, type ReportPeriod } from '../../words/period.rules.ts';
import { textSortKey, streamSheetRows, type ReportMaker } from '../report-input.queries.ts';
import {
  SALES_FIGURE_COLUMNS,
  salesFigureCells,
  hasNoSales,
  SALES_SUMS_SQL,
  type SalesSums,
} from './new-sales-report.queries.ts';

/** Widens a period: from the Monday before its first day to the Sunday after its last day. */
export const widenToWholeWeeks = ({ start_date, end_date }: ReportPeriod): ReportPeriod => ({
  start_date: mondayOfWeek(start_date),
  end_date: addDays(mondayOfWeek(end_date), 6),
});

const WEEK: SheetColumn = { heading: 'Week', kind: 'date' };

/** Reports sales of tee times created in the given weeks, by week and course, and by week alone. */
export const weeklyReport: ReportMaker<ReportPeriod> = ({ db, query, zone }) => {
  const span = widenToWholeWeeks(query);
  const [byCourse, byWeek] = [new LedgerAgreement(), new LedgerAgreement()];
  const sales = (by: 'course' | 'source') =>
    salesSumsSql({ from: span.start_date, to: span.end_date, zone }, by);
  const courses = sql<SalesSums & { week: string; course_name: string }>`
    select g.*, c.course_name from (
      select date_trunc('week', s.created_on)::date as week, s.course_id, ${SALES_SUMS_SQL} from ${sales('course')} s group by 1, 2) g
    join courses c on c.id = g.course_id order by g.week, ${textSortKey(sql`c.course_name`)}, c.id`;
  const weeks = sql<SalesSums & { week: string }>`
    select w.week::date as week, ${SALES_SUMS_SQL}
    from generate_series(${span.start_date}::date, ${span.end_date}::date, interval '7 days') w(week)
      left join ${sales('source')} s on s.created_on between w.week::date and w.week::date + 6
    group by 1 order by 1`;
  const course = (one: SalesSums & { week: string; course_name: string }): SheetRow[] => {
    byCourse.add(one);
    return hasNoSales(one) ? [] : [[one.week, one.course_name, ...salesFigureCells(one)]];
  };
  const week = (one: SalesSums & { week: string }): SheetRow[] => {
    byWeek.add(one);
    return [[one.week, ...salesFigureCells(one)]];
  };
  return {
    title: 'Weekly',
    period: reportPeriodText(span, 'day of creation, office time'),
    agreement: byCourse,
    sheets: [
      {
        name: 'Weekly',
        columns: [WEEK, { heading: 'Course', kind: 'text' }, ...SALES_FIGURE_COLUMNS],
        rows: streamSheetRows(db, courses, course),
        last: () => byCourse.sentence(),
      },
      {
        name: 'Weeks',
        columns: [WEEK, ...SALES_FIGURE_COLUMNS],
        rows: streamSheetRows(db, weeks, week),
        last: () => byWeek.sentence(),
      },
    ],
  };
};

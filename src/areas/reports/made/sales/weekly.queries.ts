import { sql } from 'kysely';
import { addDays } from '../../../../contract/dates.ts';
import type { Column, Row } from '../../../../server/workbook/workbook.ts';
import { salesSums } from '../../../sales/sales-days.queries.ts';
import { Agreement } from '../../words/agreement.rules.ts';
import { mondayOf, period, type Span } from '../../words/period.rules.ts';
import { byText, sheetRows, type ReportMaker } from '../report-input.queries.ts';
import { FIGURE_COLUMNS, figures, isNothing, SUMS, type SalesSums } from './new-sales-report.queries.ts';

/** Widens a period: from the Monday before its first day to the Sunday after its last day. */
export const wholeWeeks = ({ start_date, end_date }: Span): Span => ({
  start_date: mondayOf(start_date),
  end_date: addDays(mondayOf(end_date), 6),
});

const WEEK: Column = { heading: 'Week', kind: 'date' };

/** Reports sales of tee times created in the given weeks, by week and course, and by week alone. */
export const weekly: ReportMaker<Span> = ({ db, query, zone }) => {
  const span = wholeWeeks(query);
  const [byCourse, byWeek] = [new Agreement(), new Agreement()];
  const sales = (by: 'course' | 'source') =>
    salesSums({ from: span.start_date, to: span.end_date, zone }, by);
  const courses = sql<SalesSums & { week: string; course_name: string }>`
    select g.*, c.course_name from (
      select date_trunc('week', s.created_on)::date as week, s.course_id, ${SUMS} from ${sales('course')} s group by 1, 2) g
    join courses c on c.id = g.course_id order by g.week, ${byText(sql`c.course_name`)}, c.id`;
  const weeks = sql<SalesSums & { week: string }>`
    select w.week::date as week, ${SUMS}
    from generate_series(${span.start_date}::date, ${span.end_date}::date, interval '7 days') w(week)
      left join ${sales('source')} s on s.created_on between w.week::date and w.week::date + 6
    group by 1 order by 1`;
  const course = (one: SalesSums & { week: string; course_name: string }): Row[] => {
    byCourse.add(one);
    return isNothing(one) ? [] : [[one.week, one.course_name, ...figures(one)]];
  };
  const week = (one: SalesSums & { week: string }): Row[] => {
    byWeek.add(one);
    return [[one.week, ...figures(one)]];
  };
  return {
    title: 'Weekly',
    period: period(span, 'day of creation, office time'),
    agreement: byCourse,
    sheets: [
      {
        name: 'Weekly',
        columns: [WEEK, { heading: 'Course', kind: 'text' }, ...FIGURE_COLUMNS],
        rows: sheetRows(db, courses, course),
        last: () => byCourse.sentence(),
      },
      {
        name: 'Weeks',
        columns: [WEEK, ...FIGURE_COLUMNS],
        rows: sheetRows(db, weeks, week),
        last: () => byWeek.sentence(),
      },
    ],
  };
};

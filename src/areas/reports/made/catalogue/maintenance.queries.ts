import { sql } from 'kysely';
import type { SheetColumn } from '../../../../server/workbook/workbook.ts';
import { countWithNoun } from '../../../../contract/words.ts';
import { formatDayWithYear } from '../../words/period.rules.ts';
import { textSortKey, streamSheetRows, type ReportMaker } from '../report-input.queries.ts';

type MaintenanceReportRow = {
  course_name: string;
  start_date: string;
  end_date: string;
  days: number;
  description: string;
};

const COLUMNS: SheetColumn[] = [
  { heading: 'Course', kind: 'text' },
  { heading: 'Start', kind: 'date' },
  { heading: 'End', kind: 'date' },
  { heading: 'Days', kind: 'number' },
  { heading: 'Description', kind: 'text' },
];

/** Reports every maintenance window. */
export const maintenanceReport: ReportMaker<object> = ({ db, today }) => {
  let windows = 0;
  const found = sql<MaintenanceReportRow>`
    select c.course_name, m.start_date, m.end_date, m.end_date - m.start_date + 1 as days, m.description
    from maintenances m join courses c on c.id = m.course_id
    order by m.start_date, ${textSortKey(sql`c.course_name`)}, m.id`;
  const rows = streamSheetRows(db, found, ({ course_name, start_date, end_date, days, description }) => {
    windows += 1;
    return [[course_name, start_date, end_date, days, description]];
  });
  return {
    title: 'Maintenance',
    period: `${formatDayWithYear(today)}, all windows`,
    agreement: null,
    sheets: [
      {
        name: 'Maintenance',
        columns: COLUMNS,
        rows,
        total: false,
        last: () => countWithNoun(windows, 'window'),
      },
    ],
  };
};

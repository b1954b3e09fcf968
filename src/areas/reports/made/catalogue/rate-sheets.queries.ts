import { sql } from 'kysely';
import type { SheetColumn, SheetRow } from '../../../../server/workbook/workbook.ts';
import { countWithNoun } from '../../../../contract/words.ts';
import { formatDayWithYear } from '../../words/period.rules.ts';
import { textSortKey, streamSheetRows, type ReportMaker } from '../report-input.queries.ts';

type Range = {
  course_id: number;
  course_name: string;
  city: string | null;
  phone: string | null;
  description: string;
  start: string;
  end: string;
  time_start: string;
  time_end: string;
  rate_days: string[];
  raw_rate: number;
  raw_service_fee: number;
  raw_course_balance: number;
  raw_deposit: number;
  cancel_hours: number;
  rate_sheet_note: string;
  external_memo: string;
};

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const DAYS = [...WEEK, 'M', 'H'];

// A date range is live while its rate is offered, its course is active, and its last day is not over.
const liveRanges = (today: string) => sql<Range>`
  select c.id as course_id, c.course_name, c.city, c.phone, g.description, g.start, g."end", g.time_start, g.time_end, g.rate_days,
    r.raw_rate, r.raw_service_fee, r.raw_course_balance, r.raw_deposit, r.cancel_hours, r.rate_sheet_note, r.external_memo
  from rate_date_ranges g join rates r on r.id = g.golf_rate_id and not r.disabled and not r.archived
    join courses c on c.id = r.course_id and not c.inactive
  where g."end" >= ${today}::date
  order by ${textSortKey(sql`c.course_name`)}, c.id, g.start, g.time_start, g.id`;

/** Returns `Every day`, or the names of the weekdays on which a rate applies. */
export function rateDaysText(days: readonly string[]): string {
  const isWhole = WEEK.every((day) => days.includes(day)) && days.length === WEEK.length;
  return isWhole ? 'Every day' : DAYS.filter((day) => days.includes(day)).join(' ');
}

const timesOf = ({ time_start, time_end }: Range): string =>
  time_start === '' ? 'All day' : `${time_start} – ${time_end}`;

const HEADINGS: SheetColumn[] = [
  { heading: 'Course', kind: 'text' },
  { heading: 'Days', kind: 'text' },
  { heading: 'Times', kind: 'text' },
  { heading: 'From', kind: 'date' },
  { heading: 'To', kind: 'date' },
  { heading: 'Rate', kind: 'money' },
  { heading: 'Service fee', kind: 'money' },
  { heading: 'Course balance', kind: 'money' },
  { heading: 'Deposit', kind: 'money' },
  { heading: 'Cancel hours', kind: 'number' },
  { heading: 'Rate sheet note', kind: 'text' },
  { heading: 'External memo', kind: 'text' },
];

/**
 * Reports the live date ranges of rates, as callers and hotels may see them: never wholesale, commission or the internal memo.
 */
export const rateSheetReport: ReportMaker<object> = ({ db, today }) => {
  const { tally, last } = countRanges();
  let of = 0;
  const row = (range: Range): SheetRow[] => {
    tally(range);
    const cells: SheetRow = [
      range.course_name,
      rateDaysText(range.rate_days),
      timesOf(range),
      range.start,
      range.end,
      range.raw_rate,
      range.raw_service_fee,
      range.raw_course_balance,
      range.raw_deposit,
      range.cancel_hours,
      range.rate_sheet_note,
      range.external_memo,
    ];
    if (range.course_id === of) return [cells];
    of = range.course_id;
    const section = [range.course_name, range.city, range.phone].filter(Boolean).join(', ');
    return [{ section }, cells];
  };
  return {
    title: 'Rate Sheet',
    period: `${formatDayWithYear(today)}, rates that are live`,
    agreement: null,
    sheets: [
      {
        name: 'Rate Sheet',
        columns: HEADINGS,
        rows: streamSheetRows(db, liveRanges(today), row),
        total: false,
        last,
      },
    ],
  };
};

const OLD_HEADINGS: SheetColumn[] = [
  { heading: 'Course', kind: 'text' },
  { heading: 'Description', kind: 'text' },
  { heading: 'Start', kind: 'date' },
  { heading: 'End', kind: 'date' },
  { heading: 'Time start', kind: 'time' },
  { heading: 'Time end', kind: 'time' },
  ...DAYS.map((heading): SheetColumn => ({ heading, kind: 'text', width: 6 })),
  { heading: 'Rate', kind: 'money' },
];

/** Reports the live date ranges of rates, with a column for each weekday. */
export const oldRateSheetReport: ReportMaker<object> = ({ db, today }) => {
  const { tally, last } = countRanges();
  const rows = streamSheetRows(db, liveRanges(today), (range) => {
    tally(range);
    const cells: SheetRow = [
      range.course_name,
      range.description,
      range.start,
      range.end,
      range.time_start,
      range.time_end,
      ...DAYS.map((day) => (range.rate_days.includes(day) ? 'x' : '')),
      range.raw_rate,
    ];
    return [cells];
  });
  return {
    title: 'Old Rate Sheet',
    period: `${formatDayWithYear(today)}, rates that are live`,
    agreement: null,
    sheets: [{ name: 'Old Rate Sheet', columns: OLD_HEADINGS, rows, total: false, last }],
  };
};

function countRanges() {
  const courses = new Set<number>();
  let ranges = 0;
  return {
    tally: ({ course_id }: Range) => {
      ranges += 1;
      courses.add(course_id);
    },
    last: () =>
      `${countWithNoun(ranges, 'range')} of ${countWithNoun(courses.size, 'course')}, rates per player`,
  };
}

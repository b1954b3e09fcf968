import { formatDay } from '../../../contract/dates.ts';

/** The number of unreadable rows in an answer, the number of all rows, and why the first unreadable row could not be read. */
type Odd = { count: number; of: number; why: string };

/** The `cause` of a day whose scrape found times but left out rows that could not be read. */
export const UNREADABLE_ROWS_CAUSE = 'odd_rows';

/** Describes how many rows of an answer could not be read, and why the first of them could not. */
export const unreadableRowsText = ({ count, of, why }: Odd): string =>
  `${count} of ${of} rows ${count === 1 ? `was not understood (${why})` : `were not understood (the first: ${why})`}`;

/** The first day of a course with unreadable rows, the note about them, and the number of such days. */
export type UnreadableRowDays = { odd_day: string | null; odd_note: string | null; odd_days: number };

/** Returns the sentence for the screen Sources about the days on which rows were left out; null if no row was. */
export function unreadableRowDaysText({ odd_day, odd_note, odd_days }: UnreadableRowDays): string | null {
  if (odd_day === null || odd_note === null) return null;
  const others = odd_days - 1;
  const more = others === 0 ? '' : `; ${others} more ${others === 1 ? 'day has' : 'days have'} some`;
  return `${formatDay(odd_day)}: ${odd_note}${more}`;
}

type Noticed = { course_name: string; system: string; day: string; odd: Odd };

/** Returns the notice to admins about rows of a course that could not be read. */
export const unreadableRowsNoticeText = ({ course_name, system, day, odd }: Noticed): string =>
  `${course_name}: of what ${system} sends for ${formatDay(day)}, ${unreadableRowsText(odd)}. They are left out, the others are read; Sources says more. Ask the operator of RIC.`;

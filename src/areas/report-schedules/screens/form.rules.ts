import { isUnrecognized, type UnrecognizedChoice } from '../../../contract/forms/unread.ts';
import { formatDay } from '../../../contract/dates.ts';
import type { ReportName } from '../../reports/reports.contract.ts';
import { screenOf, type ReportScreen, type Values } from '../../reports/screens/report-screens.rules.ts';
import { spanRead, type Span } from '../../reports/words/period.rules.ts';
import {
  COMPARISONS,
  ReportSchedule,
  type AskedOnSchedule,
  type Range,
  type ScheduleRow,
  type When,
} from '../report-schedules.contract.ts';
import {
  COMPARISON_WORDS,
  comparedSpan,
  RANGE_WORDS,
  possibleRanges,
  spanOfRange,
} from '../words/ranges.rules.ts';
import { scheduleClock, lastDueDay, nextDue } from '../words/when.rules.ts';

type Fields = Omit<ScheduleRow, 'id' | 'updated_at' | 'recipients'> & { recipients: { id: number }[] | null };
type PlainField = 'report' | 'date_type' | 'only_played' | 'course_ids' | 'repeats' | 'recipients';
type Chosen = 'range' | 'comparison' | 'weekday' | 'day_of_month' | 'hour';
/** The values of the dialog, including text that matches no choice. `recipients` is null until the user ticks somebody. */
export type ScheduleForm = Pick<Fields, PlainField> & {
  [Name in Chosen]: Fields[Name] | UnrecognizedChoice | null;
} & {
  /** The id of an existing schedule; missing for a new one. */
  id?: number;
  updated_at: string | null;
};

/** Returns the form of a new schedule for a report's screen: on Mondays, for the week before. */
export function newScheduleForm(
  screen: ReportScreen,
  { date_type, only_played, courses }: Values,
): ScheduleForm {
  const ranges = possibleRanges(screen);
  return {
    ...ReportSchedule.blank(),
    report: screen.name,
    date_type,
    only_played,
    course_ids: screen.asks.includes('courses') && courses ? courses.map(({ id }) => id) : null,
    range: ranges.includes('last_week') ? 'last_week' : (ranges[0] ?? null),
    comparison: screen.asks.includes('compared') ? 'year_before' : null,
    repeats: 'weekly',
    weekday: 'Mon',
    day_of_month: 1,
    hour: 7,
    recipients: null,
  };
}

/** Returns the form of an existing schedule. */
export const scheduleForm = ({ id, updated_at, recipients, ...row }: ScheduleRow): ScheduleForm => ({
  id,
  updated_at,
  report: row.report,
  date_type: row.date_type,
  only_played: row.only_played,
  course_ids: row.course_ids,
  range: row.range,
  comparison: row.comparison,
  repeats: row.repeats,
  weekday: row.weekday ?? 'Mon',
  day_of_month: row.day_of_month ?? 1,
  hour: row.hour,
  recipients: recipients.map((one) => ({ id: one.id })),
});

const orNull = <T>(value: T | UnrecognizedChoice): T | null => (isUnrecognized(value) ? null : value);

/** Returns the times of a schedule from its form; null while the form is incomplete. */
export function scheduleTimes({ repeats, weekday, day_of_month, hour }: ScheduleForm): When | null {
  const at = orNull(hour);
  if (at === null) return null;
  const when = { repeats, weekday: orNull(weekday), day_of_month: orNull(day_of_month), hour: at };
  const isMissing = { daily: false, weekly: !when.weekday, monthly: !when.day_of_month }[repeats];
  return isMissing ? null : when;
}

/** Returns the ranges of days that a report can have, as choices. */
export const rangeChoices = (report: ReportName): [Range, string][] =>
  possibleRanges(screenOf(report)).map((range) => [range, RANGE_WORDS[range]]);

export const COMPARISON_CHOICES = COMPARISONS.map((how) => [how, COMPARISON_WORDS[how]] as const);

/** Describes the days that a schedule's report would cover and be compared with today: `Now Nov 9 2026 to Nov 15 2026`. */
export function daysNow(form: ScheduleForm, today: string): { range: string; comparison: string } {
  const [range, comparison] = [orNull(form.range), orNull(form.comparison)];
  const span = range && spanOfRange(range, today);
  if (!range || !span) return { range: '', comparison: '' };
  const compared = comparison && comparedSpan(range, comparison, span);
  return { range: `Now ${spanRead(span)}`, comparison: compared ? `Now ${spanRead(compared)}` : '' };
}

const spanOrNone = (span: Span | null, otherwise: string): string => (span ? spanRead(span) : otherwise);

/**
 * Describes the first run of a schedule: `First on Mon, Nov 23 2026 at 07:00, office time, of Nov 16 2026 to Nov 22 2026.`
 * Empty while the form is incomplete.
 */
export function firstRead(form: ScheduleForm, { now, timeZone }: { now: Date; timeZone: string }): string {
  const when = scheduleTimes(form);
  if (!when) return '';
  const day = lastDueDay(when, nextDue(when, now, timeZone), timeZone);
  const first = `First on ${formatDay(day)} at ${scheduleClock(when.hour)}, office time`;
  const range = orNull(form.range);
  return range ? `${first}, of ${spanOrNone(spanOfRange(range, day), 'all dates')}.` : `${first}.`;
}

/** Describes the parameters of a scheduled report other than its days: `by Played`. */
export function askedRead({
  report,
  date_type,
  only_played,
  course_ids,
}: Omit<AskedOnSchedule, 'range' | 'comparison'>) {
  const { asks } = screenOf(report);
  const messages: string[] = [];
  if (asks.includes('date_type')) messages.push(`by ${date_type}`);
  if (asks.includes('courses')) {
    const count = course_ids?.length ?? 0;
    messages.push(only_played ? 'played' : 'played or not');
    messages.push(course_ids === null ? 'all courses' : `${count} course${count === 1 ? '' : 's'}`);
  }
  return messages.join(', ');
}

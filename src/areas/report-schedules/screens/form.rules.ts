import { isUnrecognizedChoice, type UnrecognizedChoice } from '../../../contract/forms/unread.ts';
import { formatDay } from '../../../contract/dates.ts';
import type { ReportName } from '../../reports/reports.contract.ts';
import {
  findReportScreen,
  type ReportScreen,
  type ReportParameters,
} from '../../reports/screens/report-screens.rules.ts';
import { formatPeriod, type ReportPeriod } from '../../reports/words/period.rules.ts';
import {
  REPORT_COMPARISONS,
  ReportSchedule,
  type ScheduledParameters,
  type ReportRange,
  type ReportScheduleRow,
  type ScheduleTimes,
} from '../report-schedules.contract.ts';
import {
  REPORT_COMPARISON_WORDS,
  comparisonPeriod,
  REPORT_RANGE_WORDS,
  reportRanges,
  periodOfRange,
} from '../words/ranges.rules.ts';
import { formatHour, lastDueDay, nextDueTime } from '../words/when.rules.ts';

type Fields = Omit<ReportScheduleRow, 'id' | 'updated_at' | 'recipients'> & {
  recipients: { id: number }[] | null;
};
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
  { date_type, only_played, courses }: ReportParameters,
): ScheduleForm {
  const ranges = reportRanges(screen);
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
export const toScheduleForm = ({ id, updated_at, recipients, ...row }: ReportScheduleRow): ScheduleForm => ({
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

const orNull = <T>(value: T | UnrecognizedChoice): T | null => (isUnrecognizedChoice(value) ? null : value);

/** Returns the times of a schedule from its form; null while the form is incomplete. */
export function scheduleTimes({ repeats, weekday, day_of_month, hour }: ScheduleForm): ScheduleTimes | null {
  const at = orNull(hour);
  if (at === null) return null;
  const when = { repeats, weekday: orNull(weekday), day_of_month: orNull(day_of_month), hour: at };
  const isMissing = { daily: false, weekly: !when.weekday, monthly: !when.day_of_month }[repeats];
  return isMissing ? null : when;
}

/** Returns the ranges of days that a report can have, as choices. */
export const rangeChoices = (report: ReportName): [ReportRange, string][] =>
  reportRanges(findReportScreen(report)).map((range) => [range, REPORT_RANGE_WORDS[range]]);

export const COMPARISON_CHOICES = REPORT_COMPARISONS.map(
  (how) => [how, REPORT_COMPARISON_WORDS[how]] as const,
);

/** Describes the days that a schedule's report would cover and be compared with today: `Now Nov 9 2026 to Nov 15 2026`. */
export function currentRangeTexts(form: ScheduleForm, today: string): { range: string; comparison: string } {
  const [range, comparison] = [orNull(form.range), orNull(form.comparison)];
  const span = range && periodOfRange(range, today);
  if (!range || !span) return { range: '', comparison: '' };
  const compared = comparison && comparisonPeriod(range, comparison, span);
  return { range: `Now ${formatPeriod(span)}`, comparison: compared ? `Now ${formatPeriod(compared)}` : '' };
}

const spanOrNone = (span: ReportPeriod | null, otherwise: string): string =>
  span ? formatPeriod(span) : otherwise;

/**
 * Describes the first run of a schedule: `First on Mon, Nov 23 2026 at 07:00, office time, of Nov 16 2026 to Nov 22 2026.`
 * Empty while the form is incomplete.
 */
export function firstRunText(form: ScheduleForm, { now, timeZone }: { now: Date; timeZone: string }): string {
  const when = scheduleTimes(form);
  if (!when) return '';
  const day = lastDueDay(when, nextDueTime(when, now, timeZone), timeZone);
  const first = `First on ${formatDay(day)} at ${formatHour(when.hour)}, office time`;
  const range = orNull(form.range);
  return range ? `${first}, of ${spanOrNone(periodOfRange(range, day), 'all dates')}.` : `${first}.`;
}

/** Describes the parameters of a scheduled report other than its days: `by Played`. */
export function scheduledParametersText({
  report,
  date_type,
  only_played,
  course_ids,
}: Omit<ScheduledParameters, 'range' | 'comparison'>) {
  const { asks } = findReportScreen(report);
  const messages: string[] = [];
  if (asks.includes('date_type')) messages.push(`by ${date_type}`);
  if (asks.includes('courses')) {
    const count = course_ids?.length ?? 0;
    messages.push(only_played ? 'played' : 'played or not');
    messages.push(course_ids === null ? 'all courses' : `${count} course${count === 1 ? '' : 's'}`);
  }
  return messages.join(', ');
}

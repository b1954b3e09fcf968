import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { WEEKDAYS } from '../../contract/dates.ts';
import { TickedRecordIds } from '../../contract/forms/fields.ts';
import type { CheckedForm } from '../../contract/forms/form.ts';
import { fieldKind, type FieldKind } from '../../contract/forms/kinds.ts';
import { defineRecord } from '../../contract/forms/record.ts';
import {
  RecordIdParams,
  DoneMessage,
  SentRecordId,
  UtcInstant,
  IdNamePairs,
  SavedRecordId,
} from '../../contract/wire.ts';
import { REPORT_NAMES, type ReportName } from '../reports/reports.contract.ts';

/** The ranges of days that a scheduled report can cover, relative to the day on which the report is due. */
export const REPORT_RANGES = [
  'yesterday',
  'last_week',
  'last_month',
  'this_month',
  'this_year',
  'all_dates',
] as const;
export type ReportRange = (typeof REPORT_RANGES)[number];
export const REPORT_COMPARISONS = ['year_before', 'period_before'] as const;
export type ReportComparison = (typeof REPORT_COMPARISONS)[number];
export const SCHEDULE_REPEATS = ['daily', 'weekly', 'monthly'] as const;
export type ScheduleRepeats = (typeof SCHEDULE_REPEATS)[number];
const MOST_RECIPIENTS = 50;

const oneOrNone = <const Of extends string>(all: readonly Of[], says: string) =>
  ({
    shown: z.enum(all).nullable(),
    sent: z
      .enum(all, says)
      .nullish()
      .transform((chosen) => chosen ?? null),
    blank: null,
    column: 'same',
  }) satisfies FieldKind;

const FIRST: ReportName = REPORT_NAMES[0];
const Report = {
  shown: z.enum(REPORT_NAMES),
  sent: z.enum(REPORT_NAMES, 'is no report'),
  blank: FIRST,
  column: 'same',
} satisfies FieldKind;

/** The ids of the report's courses; null means all courses that exist when the report runs. */
const CourseIds = {
  shown: z.array(z.number()).nullable(),
  sent: z
    .array(SentRecordId)
    .min(1, 'tick at least one')
    .max(5_000)
    .nullish()
    .transform((ids) => ids ?? null),
  blank: null,
  column: 'same',
} satisfies FieldKind;

const Recipients = {
  shown: z.array(z.object({ id: z.number(), name: z.string() })),
  sent: TickedRecordIds.max(MOST_RECIPIENTS, `must be at most ${MOST_RECIPIENTS} people`).refine(
    (chosen) => chosen.length > 0,
    'tick at least one',
  ),
  blank: [],
  column: 'none',
} satisfies FieldKind;

/** A report schedule: a report that is e-mailed repeatedly, with its parameters, range of days, times and recipients. */
export const ReportSchedule = defineRecord(
  {
    report: Report,
    range: oneOrNone(REPORT_RANGES, 'is no range of days'),
    comparison: oneOrNone(REPORT_COMPARISONS, 'is no comparison'),
    date_type: fieldKind.oneOf(['Created', 'Played'], 'Created', 'must be Played or Created'),
    only_played: fieldKind.flag(true),
    course_ids: CourseIds,
    repeats: fieldKind.oneOf(SCHEDULE_REPEATS, 'weekly', 'must be daily, weekly or monthly'),
    weekday: oneOrNone(WEEKDAYS, 'must be a day of the week'),
    /** The day of the month; in a shorter month, its last day. */
    day_of_month: fieldKind.optionalWhole(1, 31),
    /** The hour on the office's clock. */
    hour: fieldKind.whole(0, 23, 7),
    recipients: Recipients,
  },
  [
    {
      of: ['repeats', 'weekday'],
      holds: ({ repeats, weekday }) => repeats !== 'weekly' || weekday !== null,
      at: 'weekday',
      says: 'is required',
    },
    {
      of: ['repeats', 'day_of_month'],
      holds: ({ repeats, day_of_month }) => repeats !== 'monthly' || day_of_month !== null,
      at: 'day_of_month',
      says: 'is required',
    },
  ],
);
export type ReportSchedule = z.infer<typeof ReportSchedule.Shown>;
export type ReportScheduleForm = CheckedForm<typeof ReportSchedule>;
/** The parameters of a report that its schedule stores. */
export type ScheduledParameters = Pick<
  ReportSchedule,
  'report' | 'range' | 'comparison' | 'date_type' | 'only_played' | 'course_ids'
>;
/** The times at which a scheduled report is mailed. */
export type ScheduleTimes = Pick<ReportSchedule, 'repeats' | 'weekday' | 'day_of_month' | 'hour'>;

const Row = ReportSchedule.Shown.extend({
  owner: z.object({ id: z.number(), name: z.string() }),
  /** True if the signed-in user owns the schedule. */
  is_own: z.boolean(),
  paused_at: UtcInstant.nullable(),
  /** The number of the schedule's failed runs in a row. */
  failures: z.number(),
  last_run_at: UtcInstant.nullable(),
  next_run_at: UtcInstant,
  last_error: z.string().nullable(),
  /** The time at which somebody pressed Send now, until that run has ended. */
  asked_at: UtcInstant.nullable(),
});
export type ReportScheduleRow = z.infer<typeof Row>;

const envelope = ['report_schedule'];
// A user sees and changes only their own schedules; an admin those of everybody.
// prettier-ignore
export const reportSchedules = {
  index:      defineCall({ method: 'GET',    path: '/api/report_schedules/index',      access: 'staff', ours: true, answer: z.array(Row) }),
  show:       defineCall({ method: 'GET',    path: '/api/report_schedules/show/:id',   access: 'staff', ours: true, params: RecordIdParams, answer: Row }),
  /**
   * Lists the users who may receive a report from the signed-in user, or for an existing schedule from its owner: id and name.
   */
  recipients: defineCall({ method: 'GET',    path: '/api/report_schedules/recipients', access: 'staff', ours: true, query: z.object({ report: z.enum(REPORT_NAMES, 'is no report'), id: SentRecordId.optional() }), answer: IdNamePairs }),
  create:     defineCall({ method: 'POST',   path: '/api/report_schedules',            access: 'staff', ours: true, envelope, body: z.object({ report_schedule: ReportSchedule.Form }), answer: SavedRecordId }),
  update:     defineCall({ method: 'PUT',    path: '/api/report_schedules/update',     access: 'staff', ours: true, envelope, body: RecordIdParams.extend({ report_schedule: ReportSchedule.Change }), answer: SavedRecordId }),
  remove:     defineCall({ method: 'DELETE', path: '/api/report_schedules/:id',        access: 'staff', ours: true, params: RecordIdParams, answer: DoneMessage }),
  pause:      defineCall({ method: 'POST',   path: '/api/report_schedules/pause/:id',  access: 'staff', ours: true, params: RecordIdParams, answer: DoneMessage }),
  resume:     defineCall({ method: 'POST',   path: '/api/report_schedules/resume/:id', access: 'staff', ours: true, params: RecordIdParams, answer: DoneMessage }),
  send:       defineCall({ method: 'POST',   path: '/api/report_schedules/send/:id',   access: 'staff', ours: true, params: RecordIdParams, answer: DoneMessage }),
};

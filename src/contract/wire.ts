import { z } from 'zod';
import { parseLimitedJson } from './forms/json.ts';

// Converts the digits of a text to a number; an empty text counts as missing.
const digits = (sent: unknown): unknown => {
  if (typeof sent !== 'string') return sent;
  const text = sent.trim();
  if (text === '') return undefined;
  return /^-?\d{1,20}(\.\d{1,20})?$/.test(text) ? Number(text) : sent;
};
/** Returns the schema of a JSON number, or of the digits that a form sends as text; never of true, a list or hexadecimal. */
export const NumberOrDigits = <T, In = number | string>(rule: z.ZodType<T>) =>
  z.preprocess(digits, rule) as unknown as z.ZodType<T, In>;
/** Returns the schema of a number that may be missing. */
export const OptionalNumber = (rule: z.ZodType<number>) =>
  (
    z.preprocess(digits, rule.nullish()) as unknown as z.ZodType<number | null | undefined, number | string>
  ).nullish();

/** The schema of a record's id in a path, a query or a body. */
export const SentRecordId = NumberOrDigits(
  z.number().int('must be a whole number').positive('must be above 0').max(Number.MAX_SAFE_INTEGER),
);
export const RecordIdParams = z.object({ id: SentRecordId });
export const SavedRecordId = z.object({ id: z.number() });
export const DoneMessage = z.object({ message: z.string().optional() });
export const RowCount = z.number();

// Every row of every list is checked here, so for speed no Date is created. There is no year 0: 1 BC is followed by AD 1.
const isRealDay = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
};
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
/** The schema of a calendar day, `YYYY-MM-DD`, never a `Date`. */
export const DateOnly = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, {
    error: ({ input }) => (input === '' ? 'is required' : 'must be a date like 2026-12-01'),
    abort: true,
  })
  .refine(isRealDay, 'is not a day of the calendar');
/** The schema of a time of day at a course, `HH:MM`, 24 hours. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 07:42');
/** The schema of an instant in UTC, ISO 8601 with `Z`. It has microseconds, because stale saves are found by comparing instants. */
export const UtcInstant = z.string();

const jsonOr = (text: unknown): unknown => {
  if (typeof text !== 'string') return text;
  try {
    return parseLimitedJson(text);
  } catch {
    return text;
  }
};

const End = z
  .string()
  .max(40)
  .nullish()
  .transform((day) => day || null);
/** The schema of a range of days, open at a missing end. */
const Days = z
  .strictObject({ from: End, to: End })
  .refine(({ from, to }) => from !== null || to !== null, 'must have from, to or both');
const FilterValue = z.union([z.string().max(200), z.number(), z.boolean(), z.null(), Days]);
/**
 * The schema of a list's filters, a JSON object: `{"last_name": "smi"}`. Empty values mean "no filter". A day filter
 * takes a day, or a range: `{"play_date": {"from": "2026-11-01", "to": "2026-11-30"}}`.
 */
export const ListFilters = z
  .union([z.string().max(4000), z.record(z.string(), FilterValue)])
  .transform(jsonOr)
  .pipe(z.record(z.string(), FilterValue, 'must be a JSON object'))
  .default({});

const ListOf = <T extends z.ZodType>(entry: T) =>
  z
    .union([z.string().max(2000), z.boolean(), z.array(z.union([z.string().max(100), z.boolean()])).max(20)])
    .transform((sent) => {
      const read = jsonOr(sent);
      const all: unknown[] = Array.isArray(read) ? read : [read];
      return all.map((value) => (value === 'true' ? true : value === 'false' ? false : value));
    })
    .pipe(z.array(entry).max(20))
    .default([]);

/** The query of every HTTP call that counts a list's rows. `filters` is one JSON object; an unknown name is a 422. */
export const CountQuery = z.object({ filters: ListFilters });
/**
 * The query of every HTTP call that answers a list: `page` counts from 1; if `per_page` is absent, 0 or below, the
 * list's default applies; `sort_fields` is a JSON list of names, and `sort_desc` a list of booleans, one for each
 * name.
 */
export const ListQuery = CountQuery.extend({
  page: NumberOrDigits(z.number().int().min(1).max(10_000_000)).default(1),
  // Among numbers below 0, only -1 has a meaning: all rows, if the list allows that.
  per_page: NumberOrDigits(z.number().int().max(500, 'must be at most 500'))
    .default(0)
    .transform((size) => (size < -1 ? 0 : size)),
  sort_fields: ListOf(z.string()),
  sort_desc: ListOf(z.boolean()),
});
/**
 * The query of a count that would be expensive. Not in the specification: with `cap`, counting stops at one above it;
 * without `cap`, the count is exact.
 */
export const CappedCountQuery = CountQuery.extend({
  cap: OptionalNumber(
    z
      .number()
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(1_000_000, 'must be at most 1000000'),
  ).transform((cap) => cap ?? undefined),
});
export type CappedCountQuery = z.output<typeof CappedCountQuery>;
export type ListQuery = z.output<typeof ListQuery>;
export type CountQuery = z.output<typeof CountQuery>;

export const CreationPeriod = z.enum(['monthly', 'daily']).optional();
/**
 * A part of a list's query that selects records created in the month or on the day of `date` (not in the
 * specification), which is today by default.
 */
export const CreatedInQuery = z.object({ query_type: CreationPeriod, date: DateOnly.optional() });
export type CreatedInQuery = z.output<typeof CreatedInQuery>;
/** The schema of an uploaded file: in the browser the file that was picked, on the server its bytes. */
export const UploadedFile = z.custom<Blob | Uint8Array>(
  (sent) => sent instanceof Uint8Array,
  'must be a file',
);
/** An uploaded file that is read while it arrives; `isTooLarge` may be called once the whole file was read. */
export type StreamedFile = {
  bytes: AsyncIterable<Uint8Array>;
  isTooLarge: () => boolean;
  /** Skips the rest of the file. */
  passOver: () => void;
};
const isArriving = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'isTooLarge' in sent;
/** The schema of an uploaded file that is read while it arrives. */
export const StreamedUpload = z.custom<Blob | StreamedFile>(isArriving, 'must be a file');
/** The schema of a list of pairs of id and name. */
export const IdNamePairs = z.array(z.tuple([z.number(), z.string()]));

export const STAFF_LEVELS = ['admin', 'sdgr', 'psgr', 'hotels'] as const;
export const StaffLevel = z.enum(STAFF_LEVELS);
export type StaffLevel = z.infer<typeof StaffLevel>;

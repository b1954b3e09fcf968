import { z } from 'zod';
import { readJson } from './forms/json.ts';

// An empty text counts as missing.
const digits = (sent: unknown): unknown => {
  if (typeof sent !== 'string') return sent;
  const text = sent.trim();
  if (text === '') return undefined;
  return /^-?\d{1,20}(\.\d{1,20})?$/.test(text) ? Number(text) : sent;
};
/** A JSON number, or the digits of a form's text; never true, a list or hexadecimal. */
export const NumberSent = <T, In = number | string>(rule: z.ZodType<T>) =>
  z.preprocess(digits, rule) as unknown as z.ZodType<T, In>;
/** A number that may be missing. */
export const NumberOrNone = (rule: z.ZodType<number>) =>
  (
    z.preprocess(digits, rule.nullish()) as unknown as z.ZodType<number | null | undefined, number | string>
  ).nullish();

/** A record's id in a path, a query or a body. */
export const Id = NumberSent(
  z.number().int('must be a whole number').positive('must be above 0').max(Number.MAX_SAFE_INTEGER),
);
export const ById = z.object({ id: Id });
export const SavedId = z.object({ id: z.number() });
export const DoneMessage = z.object({ message: z.string().optional() });
export const Count = z.number();

// Every row of every list passes here, so it makes no Date. There is no year 0: 1 BC is followed by AD 1.
const isRealDay = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
};
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
/** A calendar day, `YYYY-MM-DD`, never a `Date`. */
export const DateOnly = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, {
    error: ({ input }) => (input === '' ? 'is required' : 'must be a date like 2026-12-01'),
    abort: true,
  })
  .refine(isRealDay, 'is not a day of the calendar');
/** A course's wall clock, `HH:MM`, 24 hours. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 07:42');
/** An instant in UTC, ISO 8601 with `Z` (with microseconds, because stale saves are found by comparing it). */
export const Instant = z.string();

const jsonOr = (text: unknown): unknown => {
  if (typeof text !== 'string') return text;
  try {
    return readJson(text);
  } catch {
    return text;
  }
};

const End = z
  .string()
  .max(40)
  .nullish()
  .transform((day) => day || null);
/** Two days and those between them, open at a missing end. */
const Days = z
  .strictObject({ from: End, to: End })
  .refine(({ from, to }) => from !== null || to !== null, 'must have from, to or both');
const FilterValue = z.union([z.string().max(200), z.number(), z.boolean(), z.null(), Days]);
/**
 * A JSON object: `{"last_name": "smi"}`. Empty values mean "no filter". A filter of dates takes a day, or two: `{"play_date":
 * {"from": "2026-11-01", "to": "2026-11-30"}}`.
 */
export const Filters = z
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

/** Query of every count call. `filters` is one JSON object; an unknown name is a 422. */
export const CountQuery = z.object({ filters: Filters });
/**
 * The query of every index call: `page` from 1; `per_page` absent, 0 or below means the call's default; `sort_fields` is a JSON
 * list, with `sort_desc` booleans beside it.
 */
export const ListQuery = CountQuery.extend({
  page: NumberSent(z.number().int().min(1).max(10_000_000)).default(1),
  // Below 0 only -1 has a meaning: all rows, if the list allows that.
  per_page: NumberSent(z.number().int().max(500, 'must be at most 500'))
    .default(0)
    .transform((size) => (size < -1 ? 0 : size)),
  sort_fields: ListOf(z.string()),
  sort_desc: ListOf(z.boolean()),
});
/**
 * The query of a count that would be expensive. Not in the specification: the answer stops at one above `cap`; without it, it is
 * exact.
 */
export const CappedCountQuery = CountQuery.extend({
  cap: NumberOrNone(
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

export const QueryType = z.enum(['monthly', 'daily']).optional();
/** A part of a list's query: records created in the month or on the day of `date` (not in the specification), today by default. */
export const CreatedIn = z.object({ query_type: QueryType, date: DateOnly.optional() });
export type CreatedIn = z.output<typeof CreatedIn>;
/** An uploaded file: the one that the browser picked, and the bytes that the server received. */
export const Upload = z.custom<Blob | Uint8Array>((sent) => sent instanceof Uint8Array, 'must be a file');
/** A file that is read while it arrives; `isTooLarge` can be asked once all of it was read. */
export type ArrivingFile = {
  bytes: AsyncIterable<Uint8Array>;
  isTooLarge: () => boolean;
  /** Skips the rest of it. */
  passOver: () => void;
};
const isArriving = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'isTooLarge' in sent;
/** A streamed upload. */
export const StreamedUpload = z.custom<Blob | ArrivingFile>(isArriving, 'must be a file');
/** Pairs of id and name. */
export const IdNamePairs = z.array(z.tuple([z.number(), z.string()]));

export const STAFF_LEVELS = ['admin', 'sdgr', 'psgr', 'hotels'] as const;
export const StaffLevel = z.enum(STAFF_LEVELS);
export type StaffLevel = z.infer<typeof StaffLevel>;

/** The topics that screens follow while somebody else changes them; only the server follows `sessions`. */
export const LIVE_TOPICS = [
  'availability',
  'queues',
  'leads',
  'tee_times',
  'notices',
  'turns',
  'sources',
  'staff_message',
  'webhooks',
  'imports',
  'saved_views',
  'sessions',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

export const isLiveTopic = (text: string): text is LiveTopic => LIVE_TOPICS.some((topic) => topic === text);

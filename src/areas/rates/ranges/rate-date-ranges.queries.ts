import { sql, type RawBuilder } from 'kysely';
import type { CallAnswer } from '../../../contract/call.ts';
import type { UncheckedForm } from '../../../contract/forms/form.ts';
import { countWithNoun } from '../../../contract/words.ts';
import type { Db, AppContext, Staff, StaffContext } from '../../../server/process/context.ts';
import { onlyRow } from '../../../server/database/only-row.ts';
import { InvalidFields, NotFound } from '../../../server/http/errors.ts';
import { validateForm, validateChange, preferFormErrors } from '../../../server/records/forms.ts';
import { deleteRecord, insertRecord, updateRecord } from '../../../server/records/records.ts';
import { lastChangeColumns } from '../../../server/records/optimistic-lock.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { lockOpenTimes } from '../../availability/open-times-lock.queries.ts';
import { rerateOpenTimes } from '../open-times/rate-open-times.queries.ts';
import type { RateRecord } from '../rates.contract.ts';
import { dateRangeWarnings } from './warnings/range-warnings.rules.ts';
import {
  RATE_DAYS,
  SELECT_COURSE_FIRST,
  type CopyRangesForm,
  type rateDateRanges,
  type DateRangeForm,
  type DateRangeWarning,
  type RateDateRange,
} from './rate-date-ranges.contract.ts';

// The columns that are a rate's terms, which a copy of the rate shares. Course, flags and date ranges are not among them.
const TERMS = sql.raw(
  [
    'type',
    'raw_rate',
    'raw_deposit',
    'raw_service_fee',
    'raw_wholesale_rate',
    'raw_max_refund',
    'raw_non_refundable',
    'raw_course_balance',
    'cancel_hours',
    'max_advance_days',
    'raw_commission',
    'is_commission_dollars',
    'raw_golfswitch_commission',
    'is_golfswitch_commission_dollars',
    'is_dynamic',
    'is_dynamic_greater',
    'internal_memo',
    'external_memo',
    'rate_sheet_note',
  ].join(', '),
);
const RANGE = sql.raw('"start", "end", time_start, time_end, description, rate_days');

/** Returns the date ranges of a rate, by the day and time on which they begin. */
export async function rateRanges(db: Db, rate: number): Promise<RateDateRange[]> {
  const ranges = await db
    .selectFrom('rate_date_ranges')
    .select(['id', 'golf_rate_id', 'start', 'end', 'time_start', 'time_end'])
    .select(['description', 'rate_days', 'updated_at'])
    .where('golf_rate_id', '=', rate)
    .orderBy('start')
    .orderBy('time_start')
    .orderBy('id')
    .execute();
  return ranges.map((range) => ({ ...range, rate_days: range.rate_days.map((name) => ({ name })) }));
}

export async function findDateRange(db: Db, id: number): Promise<RateDateRange> {
  const range = (await rateRanges(db, await rateIdOfRange(db, id))).find((one) => one.id === id);
  if (!range) throw new NotFound('This date range');
  return range;
}

type WarnedRate = Pick<RateRecord, 'id' | 'course' | 'type' | 'disabled' | 'archived'>;

/** Returns the overlaps of a rate's date ranges and the gaps beside them, from `today` on; none if the rate is not live. */
export async function findRangeWarnings(
  db: Db,
  rate: WarnedRate,
  today: string,
): Promise<DateRangeWarning[]> {
  if (rate.disabled || rate.archived) return [];
  const live = await db
    .selectFrom('rate_date_ranges as d')
    .innerJoin('rates as r', 'r.id', 'd.golf_rate_id')
    .select(['d.id', 'd.golf_rate_id', 'd.start', 'd.end', 'd.time_start', 'd.time_end', 'd.rate_days'])
    .where('r.course_id', '=', rate.course.id)
    .where('r.type', '=', rate.type)
    .where('r.disabled', '=', false)
    .where('r.archived', '=', false)
    .orderBy('d.start')
    .orderBy('d.id')
    .execute();
  const own = live.filter((range) => range.golf_rate_id === rate.id);
  return dateRangeWarnings(own, live, today);
}

/** Creates or updates a date range. That of an archived rate is saved to another rate with its terms, disabled until checked. */
export async function saveDateRange(
  db: Db,
  { id, sent }: { id: number | null; sent: UncheckedForm<DateRangeForm> },
  { app, staff }: StaffContext,
): Promise<{ id: number; rate_id: number }> {
  // All errors are reported before another rate is created in place of an archived one.
  const { form, rate } = id === null ? await newRange(db, sent) : await changedRange(db, id, sent, staff);
  const rate_id = rate.archived ? await rateLike(db, { ...rate, disabled: true }, staff) : rate.id;
  const asNew = id === null || rate.archived;
  if (rate.archived) await refuseTwin(db, { id: rate_id, archived: false }, form, 0);
  const columns = { ...columnsOf(form), golf_rate_id: rate_id, ...lastChangeColumns(staff) };
  const saved = asNew
    ? await insertRecord(db, 'rate_date_ranges', columns)
    : await updateRecord(db, 'rate_date_ranges', id, columns);
  await rerateOpenTimes(db, app, [rate.course_id]);
  return { id: saved.id, rate_id };
}

type Saving = { form: DateRangeForm; rate: LockedRate };

async function newRange(db: Db, sent: UncheckedForm<DateRangeForm>): Promise<Saving> {
  const form = await validateForm(sent, (soFar) => {
    const { golf_rate_id = 0 } = soFar;
    const ofRate = async () => refuseTwin(db, await lockRate(db, golf_rate_id, 'rate'), soFar, 0);
    return [golf_rate_id > 0 && ofRate];
  });
  return { form, rate: await lockRate(db, form.golf_rate_id, 'rate') };
}

async function changedRange(
  db: Db,
  id: number,
  sent: UncheckedForm<DateRangeForm>,
  staff: Staff,
): Promise<Saving> {
  const rate = await lockRate(db, await rateIdOfRange(db, id).catch(preferFormErrors(sent)), 'rate');
  const stored = async () => (await rateRanges(db, rate.id)).find((range) => range.id === id) ?? {};
  const record = { table: 'rate_date_ranges', id, stored, by: staff } as const;
  const form = await validateChange(db, record, sent, (soFar) => [() => refuseTwin(db, rate, soFar, id)]);
  return { form, rate };
}

export async function deleteDateRange(db: Db, app: AppContext, id: number) {
  const { course_id } = await lockRate(db, await rateIdOfRange(db, id), 'rate');
  const deleted = await deleteRecord(db, 'rate_date_ranges', id, 'This date range');
  await rerateOpenTimes(db, app, [course_id]);
  return deleted;
}

/** Copies date ranges to courses, to all or none: to a rate with the same terms, else a new one. Throws InvalidFields under `rate_copy`. */
export async function copyDateRanges(db: Db, form: CopyRangesForm, { app, staff }: StaffContext) {
  const { golf_rate_id, rate_ids, course_ids } = form;
  requireChoice(form);
  const courses = [...new Set(course_ids)];
  const rate = await lockRate(db, golf_rate_id, 'rate_copy', courses);
  await requireThere(db, form);
  let copied = 0;
  for (const course_id of courses) {
    const target = await rateLike(db, { ...rate, course_id }, staff);
    const inserted = await sql`insert into rate_date_ranges (golf_rate_id, updated_by, ${RANGE})
      select ${target}, ${staff.name}, ${RANGE} from rate_date_ranges x
      where x.id = any(${rate_ids}) and ${isMissingIn(sql`${target}`)} order by x.id`.execute(db);
    const ranges = Number(inserted.numAffectedRows ?? 0n);
    copied += ranges;
    // The target rate's history gets an entry too, even if the rate is new.
    const got = { action: 'got date ranges', subject: 'rate', subject_id: target } as const;
    const after = { from_rate_id: golf_rate_id, ranges };
    if (ranges > 0) await audit(db, { ...auditCaller(staff), ...got, after });
  }
  if (copied === 0) return { message: 'Nothing to copy: these date ranges are there already.' };
  await rerateOpenTimes(db, app, courses);
  const entry = {
    ...auditCaller(staff),
    action: 'copied date ranges' as const,
    subject: 'rate',
    subject_id: golf_rate_id,
  };
  await audit(db, { ...entry, after: { rate_ids, course_ids } });
  const to = countWithNoun(courses.length, 'course');
  return { message: `Copied ${countWithNoun(copied, 'date range')} to ${to}.` };
}

/** Returns the effect of `copyDateRanges` at each course, by name, without changing anything; rejects the same input. */
export async function previewRangeCopy(
  db: Db,
  form: CopyRangesForm,
): Promise<CallAnswer<typeof rateDateRanges.copyPreview>> {
  requireChoice(form);
  const { golf_rate_id, rate_ids, course_ids } = form;
  const { rows: rates } = await sql<{ disabled: boolean }>`
    select disabled from rates where id = ${golf_rate_id}`.execute(db);
  if (!rates[0]) refuse('does not exist');
  await requireThere(db, form);
  const { rows } = await sql<CallAnswer<typeof rateDateRanges.copyPreview>[number]>`
    select k.id, k.course_name, t.id is null as new_rate,
      (select count(*) from rate_date_ranges x
        where x.id = any(${rate_ids}) and ${isMissingIn(sql`t.id`)}) as ranges
    from courses k left join lateral (${rateWithTerms(sql`k.id`, golf_rate_id, rates[0]?.disabled ?? false)}) t on true
    where k.id = any(${course_ids}) order by fold(k.course_name) collate "C"`.execute(db);
  return rows;
}

function requireChoice({ rate_ids, course_ids }: CopyRangesForm): void {
  if (course_ids.length === 0) refuse(SELECT_COURSE_FIRST);
  if (rate_ids.length === 0) refuse('Please tick a date range to copy first.');
}

async function requireThere(db: Db, { golf_rate_id, rate_ids, course_ids }: CopyRangesForm): Promise<void> {
  const courses = [...new Set(course_ids)];
  const known = await db.selectFrom('courses').select('id').where('id', 'in', courses).execute();
  if (known.length < courses.length) refuse('names a course that does not exist');
  const own = await db
    .selectFrom('rate_date_ranges')
    .select('id')
    .where('golf_rate_id', '=', golf_rate_id)
    .where('id', 'in', rate_ids)
    .execute();
  if (own.length < new Set(rate_ids).size) refuse('names a date range that is not of this rate');
}

/** SQL condition: the rate has no date range with the dates, times and days of range `x`. */
const isMissingIn = (rate: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select from rate_date_ranges y where y.golf_rate_id = ${rate}
    and (y."start", y."end", y.time_start, y.time_end, y.rate_days) = (x."start", x."end", x.time_start, x.time_end, x.rate_days))`;

const refuse = (sentence: string): never => {
  throw new InvalidFields({ rate_copy: [sentence] });
};

type LockedRate = { id: number; course_id: number; archived: boolean; disabled: boolean };

/** Locks a rate and its courses, the courses first and in order, so that concurrent copies wait and nothing is created twice. */
async function lockRate(
  db: Db,
  id: number,
  field: 'rate' | 'rate_copy',
  goesTo: number[] = [],
): Promise<LockedRate> {
  const at = await db.selectFrom('rates').select('course_id').where('id', '=', id).execute();
  await lockOpenTimes(db, [...at.map(({ course_id }) => course_id), ...goesTo]);
  const rate = await db
    .selectFrom('rates')
    .select(['id', 'course_id', 'archived', 'disabled'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!rate) throw new InvalidFields({ [field]: ['does not exist'] });
  return rate;
}

/** Returns the id of the rate that has a date range. */
export async function rateIdOfRange(db: Db, range: number): Promise<number> {
  const found = await db
    .selectFrom('rate_date_ranges')
    .select('golf_rate_id')
    .where('id', '=', range)
    .executeTakeFirst();
  if (!found) throw new NotFound('This date range');
  return found.golf_rate_id;
}

/** Returns the id of a course's rate, not archived, with the same terms as another rate; creates it if there is none. */
async function rateLike(db: Db, like: Omit<LockedRate, 'archived'>, staff: Staff): Promise<number> {
  const { id, course_id, disabled } = like;
  const same = await rateWithTerms(sql`${course_id}`, id, disabled).execute(db);
  if (same.rows[0]) return same.rows[0].id;
  const made = await sql<{ id: number }>`
    insert into rates (course_id, disabled, archived, updated_by, ${TERMS})
    select ${course_id}, ${disabled}, false, ${staff.name}, ${TERMS} from rates where id = ${id} returning id`.execute(
    db,
  );
  return onlyRow(made).id;
}

const rateWithTerms = (course: RawBuilder<unknown>, like: number, disabled: boolean) =>
  sql<{ id: number }>`select r.id from rates r
    where r.course_id = ${course} and not r.archived and r.disabled = ${disabled}
      and (select row(${TERMS}) from rates t where t.id = r.id) = (select row(${TERMS}) from rates t where t.id = ${like})
    order by r.id limit 1`;

type OfRate = Pick<LockedRate, 'id' | 'archived'>;

// Rejects a range with the dates, times and days of another one; an archived rate is skipped, since it gets no ranges.
async function refuseTwin(db: Db, rate: OfRate, form: Partial<DateRangeForm>, except: number): Promise<void> {
  const { start, end, time_start, time_end, rate_days } = form;
  if (rate.archived || !start || !end || time_start === undefined || time_end === undefined || !rate_days)
    return;
  const { rows } = await sql`select from rate_date_ranges where golf_rate_id = ${rate.id} and id <> ${except}
    and ("start", "end", time_start, time_end, rate_days)
      = (${start}::date, ${end}::date, ${time_start}, ${time_end}, ${inWeekOrder(rate_days)}::text[])`.execute(
    db,
  );
  if (rows.length > 0)
    throw new InvalidFields({ rate_date_range: ['is there already, with the same dates, times and days'] });
}

const ORDER: readonly string[] = RATE_DAYS;
const inWeekOrder = (days: readonly string[]): string[] => ORDER.filter((day) => days.includes(day));

const columnsOf = ({ id: _, golf_rate_id: __, updated_at: ___, rate_days, ...same }: DateRangeForm) => ({
  ...same,
  rate_days: inWeekOrder(rate_days),
});

import { sql, type RawBuilder } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { StaffLevel } from '../../contract/wire.ts';
import { RELEASE } from '../../server/database/leases/lease.ts';
import { onlyRow } from '../../server/database/only-row.ts';
import { InvalidFields, NotFound, rejectField } from '../../server/http/errors.ts';
import type { Db, AppContext, Staff, StaffContext } from '../../server/process/context.ts';
import {
  validateForm,
  validateChange,
  preferFormErrors,
  type FormCheck,
} from '../../server/records/forms.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { recordColumnValues } from '../../server/records/record-columns.ts';
import { deleteRecord, insertRecord, replaceMembers, updateRecord } from '../../server/records/records.ts';
import { requireCourses } from '../course-choice/course-choice.queries.ts';
import type { ReportName } from '../reports/reports.contract.ts';
import { findReportScreen } from '../reports/screens/report-screens.rules.ts';
import {
  ReportSchedule,
  type ReportScheduleForm,
  type ReportScheduleRow,
} from './report-schedules.contract.ts';
import { reportRanges } from './words/ranges.rules.ts';
import { mayReceiveReport, mayRunReport } from './words/readers.rules.ts';
import { nextDueTime } from './words/when.rules.ts';

const WHAT = 'This report schedule';

type Asking = Pick<Staff, 'id' | 'level'>;

const ofStaff = ({ id, level }: Asking): RawBuilder<boolean> =>
  level === 'admin' ? sql`true` : sql`s.owner_id = ${id}`;

const rows = (db: Db, staff: Asking, condition = sql`true`) =>
  sql<ReportScheduleRow>`select s.id, s.updated_at, s.report, s.range, s.comparison, s.date_type, s.only_played, s.course_ids,
      s.repeats, s.weekday, s.day_of_month, s.hour, s.paused_at, s.failures, s.last_run_at, s.next_run_at, s.last_error,
      s.asked_at, json_build_object('id', o.id, 'name', o.name) as owner, s.owner_id = ${staff.id} as is_own,
      coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by fold(u.name) collate "C", u.id)
        from report_schedule_recipients r join staff_users u on u.id = r.staff_user_id
        where r.report_schedule_id = s.id and u.removed_at is null), '[]') as recipients
    from report_schedules s join staff_users o on o.id = s.owner_id
    where ${ofStaff(staff)} and ${condition} order by s.id`.execute(db);

/** Returns the report schedules of a user, or for an admin those of everybody; the oldest first. */
export const findSchedules = async (db: Db, staff: Asking): Promise<ReportScheduleRow[]> =>
  (await rows(db, staff)).rows;

/** Returns a report schedule that the user may see; throws NotFound otherwise. */
export async function findSchedule(db: Db, staff: Asking, id: number) {
  const [found] = (await rows(db, staff, sql`s.id = ${id}`)).rows;
  if (!found) throw new NotFound(WHAT);
  return found;
}

type Reader = { id: number; name: string; email: string; level: StaffLevel };

/** Returns the staff users, by name, who may read a report that this owner runs. */
export async function reportReaders(db: Db, report: ReportName, owner: { id: number }): Promise<Reader[]> {
  const staff = await db
    .selectFrom('staff_users')
    .select(['id', 'name', 'email', 'level'])
    .where('removed_at', 'is', null)
    .orderBy(sql`fold(name) collate "C"`)
    .orderBy('id')
    .execute();
  return staff.filter((one) => mayReceiveReport(report, owner, one));
}

/**
 * Returns the possible recipients of a report as choices, the caller first. Users who share a name get their e-mail beside it.
 * For an existing schedule, by its `id`, they depend on its owner, not on the user who changes it.
 */
export async function recipientChoices(
  db: Db,
  staff: Asking,
  { report, id }: { report: ReportName; id?: number | undefined },
) {
  const owner = id === undefined ? staff : (await findSchedule(db, staff, id)).owner;
  const all = await reportReaders(db, report, owner);
  const readers = all.toSorted((a, b) => Number(b.id === staff.id) - Number(a.id === staff.id));
  const isTwice = ({ id, name }: Reader) => readers.some((one) => one.name === name && one.id !== id);
  return readers.map((one): [number, string] => [
    one.id,
    isTwice(one) ? `${one.name} (${one.email})` : one.name,
  ]);
}

type Form = Partial<ReportScheduleForm>;

/**
 * Returns the checks of a schedule that depend on its report and the staff: the report's ranges of days, and who may run and
 * read it.
 */
const checksOf =
  (db: Db, owner: Pick<Staff, 'id' | 'level'>) =>
  ({ report, range, comparison, recipients, course_ids }: Form): FormCheck[] => {
    if (report === undefined) return [];
    const screen = findReportScreen(report);
    const ranges = reportRanges(screen);
    const isCompared = screen.asks.includes('compared');
    const isNeeded = (isAsked: boolean, field: string, value: unknown) => {
      if (isAsked && value === null) rejectField(field, 'is required');
      if (!isAsked && value) rejectField(field, 'is not asked by this report');
    };
    return [
      () => mayRunReport(report, owner) || rejectField('report', 'is for admins'),
      range !== undefined && (() => isNeeded(ranges.length > 0, 'range', range)),
      range &&
        ranges.length > 0 &&
        (() => ranges.includes(range) || rejectField('range', 'is no range of this report')),
      comparison !== undefined && (() => isNeeded(isCompared, 'comparison', comparison)),
      course_ids && (() => requireCourses(db, course_ids, 'course_ids')),
      recipients && (() => requireReaders(db, report, owner, recipients)),
    ];
  };

async function requireReaders(
  db: Db,
  report: ReportName,
  owner: { id: number },
  recipients: { id: number }[],
) {
  const readers = new Set((await reportReaders(db, report, owner)).map(({ id }) => id));
  const others = recipients.filter(({ id }) => !readers.has(id)).map(({ id }) => id);
  if (others.length === 0) return;
  const known = await db
    .selectFrom('staff_users')
    .select('name')
    .where('id', 'in', others)
    .where('removed_at', 'is', null)
    .execute();
  const messages = known.map(({ name }) => `${name} may not read this report`);
  throw new InvalidFields({
    recipients: messages.length > 0 ? messages : ['names a user who does not exist'],
  });
}

const columnsAt = (app: AppContext, form: ReportScheduleForm) => ({
  ...recordColumnValues(ReportSchedule, form),
  next_run_at: nextDueTime(form, app.now(), app.settings.businessTimeZone).toISOString(),
});

/** Sets the recipients of a schedule, if the change contains recipients. */
async function setRecipients(db: Db, id: number, { recipients }: Partial<ReportScheduleForm>) {
  if (!recipients) return;
  await replaceMembers(db, {
    table: 'report_schedule_recipients',
    owner: 'report_schedule_id',
    id,
    column: 'staff_user_id',
    ids: recipients.map((one) => one.id),
  });
}

/** Finds the user's oldest schedule with exactly these values that is not paused. */
async function findSame(db: Db, form: ReportScheduleForm, staff: Staff) {
  const alike = Object.entries(recordColumnValues(ReportSchedule, form)).map(
    ([name, value]) => sql`s.${sql.ref(name)} is not distinct from ${value}`,
  );
  const recipients = form.recipients.map(({ id }) => id).toSorted((a, b) => a - b);
  const { rows } = await sql<{ id: number }>`select s.id from report_schedules s
    where s.owner_id = ${staff.id} and s.paused_at is null and ${sql.join(alike, sql` and `)}
      and array(select staff_user_id from report_schedule_recipients where report_schedule_id = s.id order by 1)
        = ${[...new Set(recipients)]}::bigint[]
    order by s.id limit 1`.execute(db);
  return rows[0];
}

/**
 * Creates a report schedule, unless the user has one with the same values. A client that lost the answer sends the schedule
 * again, and this keeps its recipients from getting every report twice.
 */
export async function insertSchedule(
  db: Db,
  sent: UncheckedForm<ReportScheduleForm>,
  { app, staff }: StaffContext,
) {
  const form = await validateForm(sent, checksOf(db, staff));
  const same = await findSame(db, form, staff);
  if (same) return { ...same, duplicate: true };
  const columns = { ...columnsAt(app, form), ...lastChangeColumns(staff), owner_id: staff.id };
  const saved = await insertRecord(db, 'report_schedules', columns);
  await setRecipients(db, saved.id, form);
  return saved;
}

export async function updateSchedule(
  db: Db,
  id: number,
  sent: UncheckedForm<ReportScheduleForm>,
  { app, staff }: StaffContext,
) {
  const { owner } = await findSchedule(db, staff, id).catch(preferFormErrors(sent));
  const found = await sql<
    Pick<Staff, 'id' | 'level'>
  >`select id, level from staff_users where id = ${owner.id}`.execute(db);
  const stored = () => findSchedule(db, staff, id);
  const record = { table: 'report_schedules', id, stored, by: staff } as const;
  const form = await validateChange(db, record, sent, checksOf(db, onlyRow(found)));
  // A run under way starts again with the new settings: its worker has lost the lease.
  const columns = { ...columnsAt(app, form), ...lastChangeColumns(staff), ...RELEASE.token };
  const saved = await updateRecord(db, 'report_schedules', id, columns);
  await setRecipients(db, id, form);
  return saved;
}

export async function removeSchedule(db: Db, id: number, staff: Staff) {
  await findSchedule(db, staff, id);
  return deleteRecord(db, 'report_schedules', id, WHAT);
}

export async function pauseSchedule(db: Db, id: number, { app, staff }: StaffContext) {
  const { paused_at } = await findSchedule(db, staff, id);
  const columns = {
    paused_at: paused_at ?? app.now().toISOString(),
    ...lastChangeColumns(staff),
    ...RELEASE.token,
  };
  await updateRecord(db, 'report_schedules', id, columns);
  return {};
}

/** Resumes a paused schedule at its next due time; runs that were missed during the pause are not sent. */
export async function resumeSchedule(db: Db, id: number, { app, staff }: StaffContext) {
  const found = await findSchedule(db, staff, id);
  const next_run_at = nextDueTime(found, app.now(), app.settings.businessTimeZone).toISOString();
  // The schedule keeps its last error until a run succeeds.
  const columns = { paused_at: null, failures: 0, next_run_at, ...lastChangeColumns(staff) };
  await updateRecord(db, 'report_schedules', id, columns);
  return {};
}

/** Requests a run of a schedule within seconds, even if the schedule is paused. Pressing Send now twice requests one run. */
export async function requestScheduleRun(db: Db, id: number, { app, staff }: StaffContext) {
  const { asked_at } = await findSchedule(db, staff, id);
  await updateRecord(db, 'report_schedules', id, { asked_at: asked_at ?? app.now().toISOString() });
  return {};
}

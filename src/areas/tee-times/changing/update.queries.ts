import type { Selectable } from 'kysely';
import { businessNow } from '../../../contract/dates.ts';
import type { UncheckedForm } from '../../../contract/forms/form.ts';
import { multiplyCents } from '../../../contract/money.ts';
import type { Db, AppContext, Staff, StaffContext } from '../../../server/process/context.ts';
import type { TeeTimes } from '../../../server/database/tables.ts';
import { InvalidFields, NotFound, rejectField } from '../../../server/http/errors.ts';
import { validateForm, lockForChange, runFormChecks } from '../../../server/records/forms.ts';
import { lastChangeColumns, lockUnchanged } from '../../../server/records/optimistic-lock.ts';
import { findCourse } from '../../course-choice/course-choice.queries.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { lockRemainingCustomer } from '../../customers/merging/who-stays.queries.ts';
import { findRateForTeeTime, requireRate } from '../../rates/choice/rate-for.queries.ts';
import { findOpenOperation } from '../../operations/operations.queries.ts';
import { endWaitingOnDay, keepLeadsBooked } from '../../wait-list/leaving/leaving.queries.ts';
import { publishTeeTime } from '../../webhooks/publish.queries.ts';
import { openOperationText } from '../locks/held.texts.ts';
import { waitingRefundText } from '../locks/waiting.queries.ts';
import type { TeeTimeForm } from '../tee-times.contract.ts';

type Tender = { id?: number | null | undefined } | null | undefined;
type Update = {
  id: number;
  tee_time: UncheckedForm<TeeTimeForm>;
  gift_certificate?: Tender;
  discount?: Tender;
};
const MONEY = 'cannot be changed here. Refund the tee time or book again.';

/**
 * Saves the editable fields of a tee time. An edit never moves money: another price, discount or gift certificate is
 * rejected, the frozen terms stay, and only the cost follows the number of players.
 */
export async function updateTeeTime(
  db: Db,
  { app, staff }: StaffContext,
  update: Update,
): Promise<{ id: number }> {
  const { id, tee_time: sent } = update;
  await lockForChange(db, { table: 'tee_times', id }, sent);
  const stored = await db.selectFrom('tee_times').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const form = await validateForm(sent, (soFar) => [
    () => refuseMoney(stored, { ...update, form: soFar }),
    () => refuseRound(db, app, { stored, form: soFar }),
  ]);
  const changed = changedBetween(stored, form);
  if (Object.keys(changed).length === 0) return { id };
  const raw_cost = 'players' in changed ? costFor(stored, form) : stored.raw_cost;
  await db
    .updateTable('tee_times')
    .set({ ...changed, raw_cost, ...lastChangeColumns(staff) })
    .where('id', '=', id)
    .execute();
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(stored, name)]));
  await audit(db, {
    ...auditCaller(staff),
    action: 'edited',
    subject: 'tee_time',
    subject_id: id,
    before,
    after: changed,
  });
  if ('play_date' in changed) {
    await keepLeadsBooked(db, id);
    await leaveQueuesFor(db, id);
  }
  if (ROUND.some((name) => name in changed)) await publishTeeTime(db, 'tee_time.changed', id);
  return { id };
}

/** Takes a customer who now has a tee time on a day off the queues of that day. */
async function leaveQueuesFor(db: Db, tee_time_id: number): Promise<void> {
  const playing = await db
    .selectFrom('tee_times as t')
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .select(['c.email', 't.play_date as lead_date'])
    .where('t.id', '=', tee_time_id)
    .where('t.state', '=', 'booked')
    .executeTakeFirst();
  if (playing) await endWaitingOnDay(db, { ...playing, tee_time_id });
}

type Stored = Selectable<TeeTimes>;
type Sent = Omit<Update, 'tee_time'> & { form: Partial<TeeTimeForm> };

function refuseMoney(stored: Stored, { form, gift_certificate, discount }: Sent): void {
  const differs = (sent: number | undefined, kept: number) => sent !== undefined && sent !== kept;
  // A missing tender, null or `{}` means unchanged.
  const isOther = (sent: Tender, kept: number | null) => Boolean(sent?.id) && sent?.id !== kept;
  const errors: Record<string, string[]> = {};
  if (differs(form.charge, stored.raw_charge)) errors['charge'] = [MONEY];
  if (differs(form.total, stored.raw_total)) errors['total'] = [MONEY];
  if (differs(form.discount_amount, stored.raw_discount_amount)) errors['discount_amount'] = [MONEY];
  if (differs(form.gift_certificate_amount, stored.raw_gift_certificate_amount))
    errors['gift_certificate_amount'] = [MONEY];
  if (isOther(gift_certificate, stored.gift_certificate_id)) errors['gift_certificate'] = [MONEY];
  if (isOther(discount, stored.golf_discount_id)) errors['discount'] = [MONEY];
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
}

const ROUND = ['play_date', 'play_time', 'players', 'course_id'];
const WORDS = ['notes', 'internal_notes', 'folio'];

/** Returns the editable columns that a form changes. */
function changedBetween(stored: Stored, form: Partial<TeeTimeForm>): Record<string, unknown> {
  const { course, updated_at: _, charge: _c, total: _t, ...others } = form;
  const { discount_amount: _d, gift_certificate_amount: _g, ...fields } = others;
  const columns = { ...fields, ...(course && { course_id: course.id }) };
  return Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => value !== Reflect.get(stored, name)),
  );
}

const costFor = ({ raw_wholesale_rate, players }: Stored, form: Partial<TeeTimeForm>): number =>
  multiplyCents(raw_wholesale_rate, form.players ?? players) ??
  rejectField('players', 'cannot be changed: the rate that this was booked at is too high.');

type RoundUpdate = { stored: Stored; form: Partial<TeeTimeForm> };

/** Throws InvalidFields with all errors of the changed course, day, time and players. */
async function refuseRound(db: Db, app: AppContext, { stored, form }: RoundUpdate): Promise<void> {
  const changed = changedBetween(stored, form);
  const played = {
    course_id: form.course?.id ?? stored.course_id,
    play_date: form.play_date ?? stored.play_date,
    play_time: form.play_time ?? stored.play_time,
    players: form.players ?? stored.players,
  };
  const today = businessNow(app.now(), app.settings.businessTimeZone).date;
  const held = await heldText(db, app, stored.id);
  await runFormChecks([
    stored.state !== 'booked' && (() => refuseState(changed, stored.state)),
    held !== null && (() => refuseChanged(changed, held)),
    'play_date' in changed &&
      played.play_date < today &&
      (() => rejectField('play_date', 'must not be in the past')),
    'players' in changed && (() => costFor(stored, form)),
    ROUND.some((name) => name in changed) && (() => requireRateOf(db, app, played)),
  ]);
}

/**
 * Returns why only the text fields of a tee time may be edited now, or null: a change is running, or a refund waits
 * for approval.
 */
async function heldText(db: Db, app: AppContext, id: number): Promise<string | null> {
  const open = await findOpenOperation(db, id);
  if (open?.kind === 'change') return openOperationText('change');
  return waitingRefundText(db, app, id);
}

const refuseState = (changed: Record<string, unknown>, state: string): void =>
  refuseChanged(changed, `this tee time is ${state === 'cancel_pending' ? 'being canceled' : state}.`);

/** Rejects a form that changes more than text fields. */
function refuseChanged(changed: Record<string, unknown>, reason: string): void {
  const refused = Object.keys(changed).filter((name) => !WORDS.includes(name));
  if (refused.length === 0) return;
  const why = `cannot be changed: ${reason}`;
  throw new InvalidFields(
    Object.fromEntries(refused.map((name) => [name === 'course_id' ? 'course' : name, [why]])),
  );
}

type Played = { course_id: number; play_date: string; play_time: string; players: number };

async function requireRateOf(db: Db, app: AppContext, played: Played): Promise<void> {
  const course = await findCourse(db, played.course_id);
  if (course.rate_required) requireRate(course, await findRateForTeeTime(db, app, played));
}

type CustomerChange = { id: number; customer_id: number; updated_at?: string | null | undefined };

/** Gives a tee time to another customer of type Customer. */
export async function updateTeeTimeCustomer(db: Db, staff: Staff, change: CustomerChange) {
  const { id, customer_id: chosen, updated_at } = change;
  await lockUnchanged(db, 'tee_times', id, updated_at);
  const customer_id = await lockRemainingCustomer(db, chosen);
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'type'])
    .where('id', '=', customer_id)
    .executeTakeFirst();
  if (customer?.type !== 'Customer')
    rejectField('customer_id', customer ? 'is not a customer' : 'does not exist');
  const before = await db
    .selectFrom('tee_times')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!before) throw new NotFound('This tee time');
  await db
    .updateTable('tee_times')
    .set({ customer_id, ...lastChangeColumns(staff) })
    .where('id', '=', id)
    .execute();
  await audit(db, {
    ...auditCaller(staff),
    action: 'changed the customer',
    subject: 'tee_time',
    subject_id: id,
    before,
    after: { customer_id },
  });
  await leaveQueuesFor(db, id);
  return { id };
}

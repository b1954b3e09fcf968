import { sql } from 'kysely';
import { cardDigits, cardErrors, type TypedCard } from '../../../contract/cards.ts';
import { businessNow } from '../../../contract/dates.ts';
import type { UncheckedForm } from '../../../contract/forms/form.ts';
import {
  PaymentOutcomeUnknown,
  PaymentRejected,
  type CardOrToken,
} from '../../../integrations/payment/gateway.ts';
import { releasePermitDuring } from '../../../server/load-shedding/admit.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import {
  InvalidFields,
  OutsideSystemFailed,
  rejectField,
  RejectedByRule,
} from '../../../server/http/errors.ts';
import type { Actor, Db, AppContext, StaffContext } from '../../../server/process/context.ts';
import { validateForm } from '../../../server/records/forms.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { lockOpenTimes } from '../../availability/open-times-lock.queries.ts';
import { inactiveText } from '../../course-choice/course-choice.texts.ts';
import { findOrMakeCustomer } from '../../customers/find-or-make.queries.ts';
import { notifyAccountRefused } from '../../payments/attempts.queries.ts';
import { gatewayRejectionText } from '../../payments/refused/refused.texts.ts';
import { queueLead } from '../matching/matching.queries.ts';
import type { NewLead, QueuedLead } from '../wait-list.contract.ts';

type KeptCard = { card_token: string; card_last4: string; card_expmo: string; card_expyr: string };
const NOT_KEPT =
  'The payment gateway did not answer: the card was not kept, and nobody waits yet. Please try again.';

/**
 * Puts a customer who is on the phone on the wait list: creates a lost lead, and an entry in the queue of every matching open time.
 * A customer who already waits for the same keeps waiting, with the card given now. The card goes to the gateway first, which alone
 * stores it.
 */
export async function addCallerToWaitList(
  { app, staff }: StaffContext,
  sent: UncheckedForm<NewLead>,
): Promise<QueuedLead> {
  const lead = await validateForm(sent, (soFar) => [
    soFar.course && (() => requireWaitableDay(app, soFar.course?.id ?? 0, soFar.lead_date)),
    soFar.credit_card && (() => refuseWrongCard(app, soFar.credit_card)),
  ]);
  const typed = typedCard(lead.credit_card);
  const payWith =
    app.settings.cardEntry === 'hosted' ? typed && { token: typed.number } : typed && { card: typed };
  const card = payWith && (await storeCardAtGateway(app, payWith));
  return runTransaction(app.db, (db) => putOnWaitList(db, staff, { lead, card, source: 'phone' }));
}

const todayAt = (app: AppContext, timeZone: string | null = null): string =>
  businessNow(app.now(), timeZone ?? app.settings.businessTimeZone).date;

const YEARS_AHEAD = 2;
const yearsAfter = (day: string, years: number): string =>
  `${String(Number(day.slice(0, 4)) + years)}${day.slice(4)}`;

/** Returns why no customer can wait for this day; null if the day is possible. */
function wrongDay(day: string, today: string): string | null {
  if (day < today) return 'must not be in the past';
  return day > yearsAfter(today, YEARS_AHEAD) ? `must be within ${YEARS_AHEAD} years` : null;
}

/**
 * Requires a course whose tee times customers can wait for, and a day that is neither past on the course's clock nor too far ahead.
 */
export async function requireWaitableDay(
  app: AppContext,
  id: number,
  lead_date: string | undefined,
): Promise<void> {
  const found = await app.db
    .selectFrom('courses')
    .select(['course_name', 'inactive', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return rejectField('course', 'does not exist');
  const today = todayAt(app, found.time_zone);
  const wrong = lead_date === undefined ? null : wrongDay(lead_date, today);
  const errors = {
    ...(found.inactive && { course: [inactiveText(found.course_name)] }),
    ...(wrong !== null && { lead_date: [wrong] }),
  };
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
}

/** Returns the typed card without blanks in its number (or token); null if no card was typed. */
function typedCard(card: TypedCard | null | undefined): TypedCard | null {
  const number = card ? cardDigits(card.number) : '';
  return card && number !== '' ? { ...card, number } : null;
}

function refuseWrongCard(app: AppContext, sent: TypedCard | null | undefined): void {
  const card = typedCard(sent);
  const errors = card ? cardErrors(card, todayAt(app), app.settings.cardEntry === 'hosted') : {};
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
}

/**
 * Stores a card at the payment gateway. Throws InvalidFields, `card_declined` under `credit_card.number`, if the gateway declines the
 * card.
 */
export async function storeCardAtGateway(app: AppContext, payWith: CardOrToken): Promise<KeptCard> {
  const signal = AbortSignal.timeout(app.settings.paymentTryMs);
  const keeping = () => app.integrations.gateway.keepCard({ with: payWith, signal });
  const kept = await releasePermitDuring(app, keeping).catch((error: unknown) => {
    if (error instanceof PaymentRejected) return { state: 'refused', error } as const;
    throw error instanceof PaymentOutcomeUnknown ? new OutsideSystemFailed(NOT_KEPT) : error;
  });
  if (kept.state === 'refused') return refuseAccount(app, kept.error);
  if (kept.state === 'declined') return rejectField('credit_card.number', kept.reason, 'card_declined');
  const { token, last4, expmo, expyr } = kept;
  return { card_token: token, card_last4: last4, card_expmo: expmo, card_expyr: expyr };
}

async function refuseAccount({ db }: AppContext, refused: PaymentRejected): Promise<never> {
  await notifyAccountRefused(db, refused.code);
  throw new RejectedByRule(gatewayRejectionText(refused, 0));
}

type Waiting = {
  lead: Omit<NewLead, 'credit_card'>;
  card: KeptCard | null;
  source: 'phone' | 'public' | 'partner';
  /** The partner through whom the customer left the lead. */
  api_user_id?: number;
};

/** Puts a customer on the wait list. A customer who already waits for the same keeps waiting, with the card given now. */
export async function putOnWaitList(
  db: Db,
  actor: Actor,
  { lead, card, ...from }: Waiting,
): Promise<QueuedLead> {
  const { course, lead_date, play_time, players, customer } = lead;
  await lockOpenTimes(db, [course.id]);
  const { email, postcode, primary_phone, ...named } = customer;
  const typed = {
    ...named,
    email: email ?? '',
    postcode: postcode ?? '',
    primary_phone: primary_phone ?? '',
  };
  const leadFields = {
    course_id: course.id,
    lead_date,
    play_time,
    players,
    customer_id: await findOrMakeCustomer(db, typed, actor),
  };
  const known = await findWaiting(db, leadFields);
  const id = known ?? (await insertLead(db, { ...leadFields, ...card, ...from, made_by: actor.name }));
  if (known !== null && card)
    await db
      .updateTable('lost_leads')
      .set({ ...card, card_source: from.source })
      .where('id', '=', known)
      .execute();
  if (known === null)
    await audit(db, {
      ...auditCaller(actor),
      action: 'put on the wait list',
      subject: 'lost_lead',
      subject_id: id,
      after: leadFields,
    });
  await queueLead(db, id);
  return { id, open_times: await openTimesOf(db, id) };
}

type LeadFields = {
  course_id: number;
  lead_date: string;
  play_time: string;
  players: number;
  customer_id: number;
};

/** Finds the lead that already waits for exactly these values, after locking the course's open times; null if there is none. */
async function findWaiting(db: Db, leadFields: LeadFields): Promise<number | null> {
  const known = await db
    .selectFrom('lost_leads')
    .select('id')
    .where((where) => where.and(leadFields))
    .where('tee_time_id', 'is', null)
    .where('unwanted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return known?.id ?? null;
}

type Lead = LeadFields & Partial<KeptCard> & Pick<Waiting, 'source' | 'api_user_id'> & { made_by: string };
const insertLead = async (db: Db, lead: Lead): Promise<number> =>
  (await db.insertInto('lost_leads').values(lead).returning('id').executeTakeFirstOrThrow()).id;

async function openTimesOf(db: Db, lost_lead_id: number): Promise<QueuedLead['open_times']> {
  const { rows } = await sql<QueuedLead['open_times'][number]>`
    select a.id, a.available_time
    from availability_queues q join fore_up_availabilities a on a.id = q.fore_up_availability_id
      join lost_leads l on l.id = q.lost_lead_id
    where l.id = ${lost_lead_id} and a.gone_at is null and a.starts_at > now() and a.queue_closed_at is null and l.players = any(a.spots)
    order by abs(a.available_time / 100 * 60 + a.available_time % 100
        - left(l.play_time, 2)::int * 60 - right(l.play_time, 2)::int), a.available_time, a.id`.execute(db);
  return rows;
}

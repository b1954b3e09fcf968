import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { PaymentOutcome, PaymentRejectionCause } from '../../integrations/payment/gateway.ts';
import type { Db } from '../../server/process/context.ts';
import { isHeld, isUnleasedSql, leaseEndSql, RELEASE } from '../../server/database/leases/lease.ts';
import { PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import type { PaymentAttempts } from '../../server/database/tables.ts';
import type { Operation } from '../operations/operations.queries.ts';
import { createNoticeUnlessOpen } from '../notices/notices.queries.ts';
import { accountRefusedText } from './refused/refused.texts.ts';

export type PaymentAttempt = Selectable<PaymentAttempts>;
/** The outcome of a request that certainly moved no money; `code` is the gateway's error code. */
export type RefusedRequest = {
  state: 'declined';
  reason: string;
  refused_for: PaymentRejectionCause;
  code: string;
};
/** The outcome of a payment attempt; `abandoned` means that RIC gave it up, because the gateway never received it. */
export type AttemptOutcome = PaymentOutcome | RefusedRequest | { state: 'abandoned' };

/** The cents of a charge or refund that are for one record: a tee time or a gift certificate. */
export type Allocation = {
  tee_time_id?: number | null;
  gift_certificate_id?: number | null;
  raw_amount: number;
};

type NewAttempt = Pick<PaymentAttempt, 'operation_id' | 'kind' | 'gateway' | 'raw_amount'> & {
  /** The records that are paid for; none while a certificate is being sold. Their cents sum to `raw_amount`. */
  allocations: Allocation[];
  charge_attempt_id?: string;
  /** For a refund: the account that its charge was made with. */
  gateway_account?: string | null;
  /** The last four digits of the charged card, shown from now on. */
  card_last4?: string | null;
  /** The time for which this process leases the attempt, before another may take it over. */
  leaseMs: number;
};

/** Records a charge or refund before anything is sent; its id is the reference at the gateway. */
export async function insertAttempt(
  db: Db,
  { leaseMs, allocations, ...attempt }: NewAttempt,
): Promise<PaymentAttempt> {
  const id = randomUUID();
  const insert = (to: Pick<Db, 'insertInto'>) =>
    to
      .insertInto('payment_attempts')
      .values({
        ...attempt,
        id,
        state: 'created',
        lease_until: leaseEndSql(leaseMs),
        // The attempts of one transaction keep the order in which they were recorded.
        created_at: sql<string>`clock_timestamp()`,
      })
      .returningAll();
  if (allocations.length === 0)
    return insert(db).modifyEnd(PREPARED_STATEMENT_MARK).executeTakeFirstOrThrow();
  const allocated = allocations.map((allocation) => ({ ...allocation, payment_attempt_id: id }));
  return db
    .with('inserted', insert)
    .with('allocated', (to) => to.insertInto('payment_allocations').values(allocated))
    .selectFrom('inserted')
    .selectAll()
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirstOrThrow();
}

/** The facts about a charge that are known only just before it is sent. */
type Sent = { handle?: string | null; account?: string | null; leaseMs: number };

/**
 * Marks an attempt as sent. The mark is committed just before the request goes out, because the gateway may receive the
 * request from then on. Returns false if the attempt is settled, or if another process may have taken it over.
 */
export async function markAttemptSent(
  db: Db,
  attempt: PaymentAttempt,
  { handle = attempt.handle, account = attempt.gateway_account, leaseMs }: Sent,
): Promise<boolean> {
  const marked = await db
    .updateTable('payment_attempts')
    .set({ sent_at: sql<string>`now()`, lease_until: leaseEndSql(leaseMs), handle, gateway_account: account })
    .where('id', '=', attempt.id)
    .where('state', 'in', ['created', 'unknown'])
    // The lease must still be the caller's own, not one that another process took over.
    .where('lease_until', '=', attempt.lease_until)
    .where(isHeld('lease_until'))
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** Renews the lease of an attempt that is being worked on; does nothing if it was decided or released concurrently. */
export async function renewAttemptLease(db: Db, id: string, leaseMs: number): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ lease_until: leaseEndSql(leaseMs) })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'unknown'])
    .where('lease_until', 'is not', null)
    .execute();
}

/**
 * Marks an attempt whose request ended without a certain answer; the reconciler looks it up from now on. `sent_at` is given
 * if the last request was rejected, so that only an earlier one may still arrive.
 */
export async function markAttemptUnknown(db: Db, id: string, sent_at?: string): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ state: 'unknown', ...RELEASE.until, ...(sent_at !== undefined && { sent_at }) })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'unknown'])
    .execute();
}

/** A decided attempt with the state, plan and record of its operation. */
export type DecidedAttempt = PaymentAttempt &
  Pick<Operation, 'plan' | 'tee_time_id' | 'gift_certificate_id'> & { operation_state: Operation['state'] };

/**
 * Records the outcome of an open attempt, once; returns undefined if it was recorded before. Admins are notified if the
 * gateway rejects the account.
 */
export async function settleAttempt(
  db: Db,
  id: string,
  settlement: AttemptOutcome,
): Promise<DecidedAttempt | undefined> {
  const refused = 'refused_for' in settlement ? settlement : null;
  const columns = {
    state: settlement.state,
    settled_at: sql<string>`now()`,
    ...RELEASE.until,
    ...(settlement.state === 'succeeded' ? { payment_id: settlement.payment_id } : {}),
    // For a card typed into the gateway's own fields, only the gateway tells the last digits.
    ...('last4' in settlement && settlement.last4
      ? { card_last4: sql<string>`coalesce(card_last4, ${settlement.last4})` }
      : {}),
    ...(settlement.state === 'declined' ? { decline_reason: settlement.reason } : {}),
    ...(refused && { refused_for: refused.refused_for }),
  };
  const settled = await db
    .with('decided', (to) =>
      to
        .updateTable('payment_attempts')
        .set(columns)
        .where('id', '=', id)
        .where('state', 'in', ['created', 'unknown'])
        .returningAll(),
    )
    .selectFrom('decided')
    .innerJoin('operations as o', 'o.id', 'decided.operation_id')
    .selectAll('decided')
    .select(['o.state as operation_state', 'o.plan', 'o.tee_time_id', 'o.gift_certificate_id'])
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirst();
  if (settled && refused?.refused_for === 'account') await notifyAccountRefused(db, refused.code);
  return settled;
}

/** Notifies admins that the gateway rejects the account's requests. */
export const notifyAccountRefused = (db: Db, code: string): Promise<void> =>
  createNoticeUnlessOpen(db, { kind: 'gateway', message: accountRefusedText(code), tee_time_id: null });

/** Marks a late charge, which had been given up, to be refunded. Returns undefined if its refund has started already. */
export async function markChargeReversed(
  db: Db,
  id: string,
  payment_id: string,
): Promise<PaymentAttempt | undefined> {
  return db
    .updateTable('payment_attempts')
    .set({ state: 'reversed', payment_id })
    .where('id', '=', id)
    .where('state', '=', 'abandoned')
    .returningAll()
    .executeTakeFirst();
}

/** Returns the charge or the refunds of an operation, in the order in which they were recorded. */
export const operationAttempts = (db: Db, operation_id: string): Promise<PaymentAttempt[]> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('operation_id', '=', operation_id)
    .orderBy('created_at')
    .execute();

/** Returns true while the outcome of the attempt is not recorded. */
export const isAttemptOpen = ({ state }: Pick<PaymentAttempt, 'state'>): boolean =>
  state === 'created' || state === 'unknown';

export const hasAttemptSucceeded = ({ state }: Pick<PaymentAttempt, 'state'>): boolean =>
  state === 'succeeded';

type Look = {
  everyMs: number;
  leaseMs: number;
  watchMs: number;
  /** Skips attempts that were checked after this instant of the database's clock. */
  notSince: string;
  most: number;
};

/**
 * Leases undecided attempts that no process works on, for `leaseMs`, and abandoned ones that are still watched. The abandoned
 * ones come last, and each at most once within `everyMs`, because after an outage there may be many, which must not delay the
 * undecided ones.
 */
export async function leaseOpenAttempts(
  db: Db,
  { everyMs, leaseMs, watchMs, notSince, most }: Look,
): Promise<PaymentAttempt[]> {
  const due = db
    .selectFrom('payment_attempts')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('state', 'in', ['created', 'unknown']), isUnleasedSql('lease_until')]),
        where.and([
          where('state', '=', 'abandoned'),
          where('kind', '=', 'charge'),
          where('sent_at', '>', sql<string>`now() - make_interval(secs => ${watchMs / 1000})`),
          where('last_asked_at', '<', sql<string>`now() - make_interval(secs => ${everyMs / 1000})`),
        ]),
      ]),
    )
    .where((where) => where.or([where('last_asked_at', 'is', null), where('last_asked_at', '<', notSince)]))
    .orderBy(sql`state = 'abandoned'`)
    .orderBy('last_asked_at', (order) => order.asc().nullsFirst())
    .limit(most)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('payment_attempts')
    .set({ lease_until: leaseEndSql(leaseMs), last_asked_at: sql<string>`now()` })
    .where('id', 'in', due)
    .returningAll()
    .execute();
}

/** Releases the lease of an undecided attempt, which the next run of the reconciler checks. */
export async function releaseAttemptLease(db: Db, id: string): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set(RELEASE.until)
    .where('id', '=', id)
    .where('state', 'in', ['created', 'unknown'])
    .execute();
}

/** Returns the gateway's id of the payment that a refund gives back. */
export async function refundedPaymentId(db: Db, refund: PaymentAttempt): Promise<string> {
  const charge = await db
    .selectFrom('payment_attempts')
    .select('payment_id')
    .where('id', '=', refund.charge_attempt_id ?? '')
    .executeTakeFirstOrThrow();
  return charge.payment_id ?? '';
}

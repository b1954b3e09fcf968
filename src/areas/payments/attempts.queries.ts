import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Outcome, RejectionCause } from '../../integrations/payment/gateway.ts';
import type { Db } from '../../server/process/context.ts';
import { isHeld, isUnleased, leaseEnd, RELEASE } from '../../server/database/leases/lease.ts';
import { PREPARED } from '../../server/database/prepared.ts';
import type { PaymentAttempts } from '../../server/database/tables.ts';
import type { Operation } from '../operations/operations.queries.ts';
import { notifyUnlessOpen } from '../notices/notices.queries.ts';
import { accountRefusedText } from './refused/refused.texts.ts';
import { overCharges } from './refunding.rules.ts';

export type Attempt = Selectable<PaymentAttempts>;
/** A request that certainly moved no money; `code` is the gateway's own word for the reason. */
export type RefusedRequest = { state: 'declined'; reason: string; refused_for: RejectionCause; code: string };
/** The outcome of an attempt; `abandoned` means that the gateway never received it. */
export type Settlement = Outcome | RefusedRequest | { state: 'abandoned' };

type NewAttempt = Pick<Attempt, 'operation_id' | 'kind' | 'gateway' | 'raw_amount'> & {
  /** The record that is paid for; both are missing while a certificate is being sold. */
  tee_time_id?: number | null;
  gift_certificate_id?: number | null;
  charge_attempt_id?: string;
  /** For a refund: the account that its charge was made with. */
  gateway_account?: string | null;
  /** For a charge: the last four digits by which the card is shown from now on. */
  card_last4?: string | null;
  /** The time for which this process leases the attempt, before another may take it over. */
  leaseMs: number;
};

/** Records a charge or refund before anything is sent; its id is the reference at the gateway. */
export async function insertAttempt(db: Db, { leaseMs, ...attempt }: NewAttempt): Promise<Attempt> {
  return db
    .insertInto('payment_attempts')
    .values({ ...attempt, id: randomUUID(), state: 'created', lease_until: leaseEnd(leaseMs) })
    .returningAll()
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
}

/** The facts about a charge that are known just before it is sent. */
type Sent = { handle?: string | null; account?: string | null; leaseMs: number };

/**
 * Marks an attempt as sent; committed just before the call, because from then on it may have reached the gateway. Returns false
 * if it is settled, or if this process lost its lease and another may have decided.
 */
export async function markSent(
  db: Db,
  attempt: Attempt,
  { handle = attempt.handle, account = attempt.gateway_account, leaseMs }: Sent,
): Promise<boolean> {
  const marked = await db
    .updateTable('payment_attempts')
    .set({ sent_at: sql<string>`now()`, lease_until: leaseEnd(leaseMs), handle, gateway_account: account })
    .where('id', '=', attempt.id)
    .where('state', 'in', ['created', 'unknown'])
    // Only its own lease, not one that another process took over.
    .where('lease_until', '=', attempt.lease_until)
    .where(isHeld('lease_until'))
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** Renews the lease of an attempt that is being worked on; does nothing if it was decided or released concurrently. */
export async function renewLease(db: Db, id: string, leaseMs: number): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ lease_until: leaseEnd(leaseMs) })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'unknown'])
    .where('lease_until', 'is not', null)
    .execute();
}

/**
 * Marks an attempt whose call ended without a certain answer; the reconciler follows it from now on. `sent_at` is given if the
 * last try was rejected, so that only an earlier one may still arrive.
 */
export async function markUnknown(db: Db, id: string, sent_at?: string): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ state: 'unknown', ...RELEASE.until, ...(sent_at !== undefined && { sent_at }) })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'unknown'])
    .execute();
}

/** A decided attempt with the state and plan of its operation. */
export type DecidedAttempt = Attempt & { operation_state: Operation['state']; plan: unknown };

/** Decides an open attempt, once; undefined if it was decided before. Admins are notified if the gateway rejects the account. */
export async function settleAttempt(
  db: Db,
  id: string,
  settlement: Settlement,
): Promise<DecidedAttempt | undefined> {
  const refused = 'refused_for' in settlement ? settlement : null;
  const columns = {
    state: settlement.state,
    settled_at: sql<string>`now()`,
    ...RELEASE.until,
    ...(settlement.state === 'succeeded' ? { payment_id: settlement.payment_id } : {}),
    // A card entered in the gateway's own fields has no other known digits.
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
    .select(['o.state as operation_state', 'o.plan'])
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (settled && refused?.refused_for === 'account') await notifyAccountRefused(db, refused.code);
  return settled;
}

/** Notifies admins that the gateway rejects the account's requests. */
export const notifyAccountRefused = (db: Db, code: string): Promise<void> =>
  notifyUnlessOpen(db, { kind: 'gateway', message: accountRefusedText(code), tee_time_id: null });

/** Marks a late charge, which had been given up on, to be refunded. Undefined if its refund has started already. */
export async function markReversed(db: Db, id: string, payment_id: string): Promise<Attempt | undefined> {
  return db
    .updateTable('payment_attempts')
    .set({ state: 'reversed', payment_id })
    .where('id', '=', id)
    .where('state', '=', 'abandoned')
    .returningAll()
    .executeTakeFirst();
}

export type ChargeLeft = NewRefund['charge'] & Pick<Attempt, 'card_last4' | 'raw_amount'> & { left: number };

/**
 * Returns the charges of a tee time with what each still holds, in cents, the newest first. An amount that may be on its way back
 * counts as gone.
 */
export const chargesLeft = (db: Db, tee_time_id: number): Promise<ChargeLeft[]> =>
  chargesOf(db, sql<boolean>`c.tee_time_id = ${tee_time_id}`);

/** Does the same for a gift certificate that was sold here. */
export const chargesOfCertificate = (db: Db, id: number): Promise<ChargeLeft[]> =>
  chargesOf(db, sql<boolean>`c.gift_certificate_id = ${id}`);

async function chargesOf(db: Db, isOf: RawBuilder<boolean>): Promise<ChargeLeft[]> {
  const { rows } = await sql<ChargeLeft>`
    select c.id, c.gateway, c.gateway_account, c.tee_time_id, c.gift_certificate_id, c.card_last4, c.raw_amount, (c.raw_amount - coalesce((select sum(r.raw_amount) from payment_attempts r
      where r.charge_attempt_id = c.id and r.state in ('created', 'unknown', 'succeeded')), 0))::bigint as "left"
    from payment_attempts c
    where ${isOf} and c.kind = 'charge' and c.state = 'succeeded'
    order by c.settled_at desc, c.created_at desc, c.id`.execute(db);
  return rows;
}

/** A refund (cents) of a charge. */
export type NewRefund = {
  charge: Pick<Attempt, 'id' | 'gateway' | 'gateway_account' | 'tee_time_id' | 'gift_certificate_id'>;
  cents: number;
};

/** Returns the refunds of so many cents, as far as the charges of a tee time hold them: the newest charge first. */
export const refundsOver = async (db: Db, tee_time_id: number, cents: number): Promise<NewRefund[]> =>
  overCharges(cents, await chargesLeft(db, tee_time_id));

/** Records refunds before they are sent, each under its own reference. */
export async function insertRefunds(
  db: Db,
  operation_id: string,
  refunds: NewRefund[],
  leaseMs: number,
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const { charge, cents } of refunds) {
    const { id: charge_attempt_id, gateway, gateway_account, tee_time_id, gift_certificate_id } = charge;
    const of = {
      operation_id,
      charge_attempt_id,
      gateway,
      gateway_account,
      tee_time_id,
      gift_certificate_id,
    };
    // oxlint-disable-next-line no-await-in-loop -- in this order they are sent
    attempts.push(await insertAttempt(db, { ...of, kind: 'refund', raw_amount: cents, leaseMs }));
  }
  return attempts;
}

/** Returns the charge or the refunds of an operation, in the order in which they were recorded. */
export const attemptsOf = (db: Db, operation_id: string): Promise<Attempt[]> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('operation_id', '=', operation_id)
    .orderBy('created_at')
    .execute();

/** Returns true while the outcome of the attempt is unknown. */
export const isOpen = ({ state }: Pick<Attempt, 'state'>): boolean =>
  state === 'created' || state === 'unknown';

export const hasSucceeded = ({ state }: Pick<Attempt, 'state'>): boolean => state === 'succeeded';

type Look = {
  everyMs: number;
  leaseMs: number;
  watchMs: number;
  /** Skips attempts that were checked since then, by the database's clock. */
  notSince: string;
  most: number;
};

/**
 * Leases undecided attempts that no process works on, for `leaseMs`, and abandoned ones that are still watched. The latter come
 * last, and not twice within `everyMs`: an outage that left many of them must not delay the undecided ones.
 */
export async function leaseOpenAttempts(
  db: Db,
  { everyMs, leaseMs, watchMs, notSince, most }: Look,
): Promise<Attempt[]> {
  const due = db
    .selectFrom('payment_attempts')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('state', 'in', ['created', 'unknown']), isUnleased('lease_until')]),
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
    .set({ lease_until: leaseEnd(leaseMs), last_asked_at: sql<string>`now()` })
    .where('id', 'in', due)
    .returningAll()
    .execute();
}

/** Releases an undecided attempt, to be checked in the next round. */
export async function releaseLease(db: Db, id: string): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set(RELEASE.until)
    .where('id', '=', id)
    .where('state', 'in', ['created', 'unknown'])
    .execute();
}

/** Returns the gateway's id of the payment that a refund gives back. */
export async function paymentOf(db: Db, refund: Attempt): Promise<string> {
  const charge = await db
    .selectFrom('payment_attempts')
    .select('payment_id')
    .where('id', '=', refund.charge_attempt_id ?? '')
    .executeTakeFirstOrThrow();
  return charge.payment_id ?? '';
}

import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isPartner, type Actor, type Db } from '../../server/process/context.ts';
import type { Operations } from '../../server/database/tables.ts';
import { CommitUncertain } from '../../server/database/driver/failures.ts';
import { leaseEndSql, RELEASE } from '../../server/database/leases/lease.ts';
import { LIMIT_ONE, PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import { runTransaction } from '../../server/database/transact.ts';
import {
  SettledAnswer,
  NotFound,
  ServiceUnavailable,
  PendingAnswer,
  RequestInProgress,
} from '../../server/http/errors.ts';
export type Operation = Selectable<Operations>;
type Kind = Operation['kind'];

// An operation that asks no integration is settled by the transaction that begins it.
const NOT_SETTLED = 'The outcome is not known yet. Do not send it again.';
/** The message of an operation whose outcome is not known yet. */
const NOT_KNOWN: Record<Kind, string> = {
  book: "The payment's outcome is not known yet. Do not book again.",
  cancel: 'The outcome of the cancellation is not known yet. Do not cancel or refund again.',
  change: 'The outcome of the change is not known yet. Do not change, cancel or refund again.',
  certificate_sale: "The payment's outcome is not known yet. Do not sell it again.",
  certificate_refund: 'The outcome of the refund is not known yet. Do not refund it again.',
  adjust: NOT_SETTLED,
  create: NOT_SETTLED,
  lead: NOT_SETTLED,
  send: NOT_SETTLED,
};
export const outcomeUnknownText = (kind: Kind): string => NOT_KNOWN[kind];

/** The message for a request whose idempotency key is known, but whose stored answer was deleted after its retention. */
export const ANSWER_DELETED_TEXT = 'This request was answered long ago, and its answer is no longer kept.';

const TWIN_SECONDS = 60;

/**
 * Returns a digest that is equal for two identical requests. It covers the whole body except card fields, which are
 * removed before.
 */
export const requestFingerprint = (body: unknown): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('hex');

export type OperationIntent = { kind: Kind; actor: Actor; key: string | null; fingerprint: string };
const CLAIM_UNCERTAIN =
  'The database cannot be reached, and whether this was begun is not certain. Please try again: it is not done twice.';

/**
 * Runs the first step of an operation in one transaction. If its commit is uncertain, the request is safe to send
 * again under the same key.
 */
export async function claimInTransaction<T>(db: Db, claim: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await runTransaction(db, claim);
  } catch (error) {
    if (error instanceof CommitUncertain) throw new ServiceUnavailable(CLAIM_UNCERTAIN, { cause: error });
    throw error;
  }
}

/**
 * Returns the 202 for a request whose database connection failed after its operation was claimed; the operation
 * continues without the request.
 */
export function pendingAnswer(error: unknown, id: string, kind: Kind) {
  if (!(error instanceof ServiceUnavailable)) throw error;
  return new PendingAnswer(pendingBody({ id, state: 'running', kind }));
}

export type OperationClaim = { isNew: true; id: string } | { isNew: false; operation: Operation };

/**
 * Creates the operation of a request, or finds the earlier one: by the idempotency key, or without a key by an
 * identical body of the same person within 60 s. Throws SettledAnswer (422 under `idempotency_key`, with the operation) if
 * the key came with another body.
 */
export async function claimOperation(db: Db, intent: OperationIntent): Promise<OperationClaim> {
  if (intent.key === null) {
    const twin = await lockTwin(db, intent);
    if (twin) return { isNew: false, operation: twin };
  }
  const id = randomUUID();
  const made = await db
    .insertInto('operations')
    .values(running(id, intent))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirst();
  return made ? { isNew: true, id } : { isNew: false, operation: await findByKey(db, intent) };
}

/** Creates an operation without looking for an earlier identical one, and returns its id. */
export async function insertOperation(db: Db, intent: Omit<OperationIntent, 'key'>): Promise<string> {
  const id = randomUUID();
  await db.insertInto('operations').values(running(id, intent)).modifyEnd(PREPARED_STATEMENT_MARK).execute();
  return id;
}

/** Returns the column that names the owner of an operation: a partner or a staff user. */
const whose = (actor: Actor) => (isPartner(actor) ? 'api_user_id' : 'staff_user_id');

type Begun = Omit<OperationIntent, 'key'> & { key?: string | null };
const running = (id: string, { kind, actor, key, fingerprint }: Begun) => ({
  id,
  kind,
  ...(isPartner(actor) ? { api_user_id: actor.id } : { staff_user_id: actor.id }),
  address: actor.address,
  idempotency_key: key ?? id,
  fingerprint,
  state: 'running' as const,
});

// Two identical requests without a key run one after the other because of this lock; after a rejection the request
// may be repeated at once.
async function lockTwin(
  db: Db,
  { kind, actor, fingerprint }: OperationIntent,
): Promise<Operation | undefined> {
  // Both queries are sent together and run in order, so the second one sees what was committed while the first
  // waited.
  const lock = sql`${PREPARED_STATEMENT_MARK}
    select pg_advisory_xact_lock(hashtextextended(${`${kind} ${whose(actor)} ${actor.id} ${fingerprint}`}, 0))`.execute(
    db,
  );
  const find = db
    .selectFrom('operations')
    .selectAll()
    .where(whose(actor), '=', actor.id)
    .where('kind', '=', kind)
    .where('fingerprint', '=', fingerprint)
    .where('created_at', '>', sql<string>`now() - make_interval(secs => ${sql.lit(TWIN_SECONDS)})`)
    .where(
      sql<boolean>`(state <> 'settled' or (answer_status = 200 and answer ->> 'valid' is distinct from 'false'))`,
    )
    .orderBy('created_at', 'desc')
    .limit(LIMIT_ONE)
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirst();
  return (await Promise.all([lock, find]))[1];
}

async function findByKey(db: Db, intent: OperationIntent): Promise<Operation> {
  const made = await findOperationByKey(db, intent);
  if (!made) throw new Error('The key of an operation is taken, and it is not there.');
  return made;
}

/** Finds the operation that an earlier request created with this key. Throws SettledAnswer if the key came with another body. */
export async function findOperationByKey(
  db: Db,
  { kind, actor, key, fingerprint }: OperationIntent,
): Promise<Operation | undefined> {
  const operation = await db
    .selectFrom('operations')
    .selectAll()
    .where(whose(actor), '=', actor.id)
    .where('kind', '=', kind)
    .where('idempotency_key', '=', key ?? '')
    .executeTakeFirst();
  if (operation && operation.fingerprint !== fingerprint) {
    // A client that lost the answer to its earlier request learns where to find it.
    const { id, state } = operation;
    const errors = { idempotency_key: ['was used for another request'] };
    throw new SettledAnswer(422, { errors, operation: { id, state } });
  }
  return operation;
}

export async function findOperation(db: Db, id: string): Promise<Operation> {
  const operation = await db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!operation) throw new NotFound('This operation');
  return operation;
}

/**
 * Returns the answer of a call from its operation: the stored answer, or a 202 while the operation runs or its
 * outcome is unknown.
 */
export function operationAnswer<S extends z.ZodType>(
  operation: Operation,
  schema: S,
): z.output<S> | PendingAnswer<PendingBody> {
  if (operation.state === 'running') throw new RequestInProgress();
  if (operation.state === 'unknown') return new PendingAnswer(pendingBody(operation));
  if (operation.answer === null) throw new SettledAnswer(410, { message: ANSWER_DELETED_TEXT });
  if (operation.answer_status === 200) return schema.parse(operation.answer);
  throw new SettledAnswer(
    operation.answer_status ?? 500,
    z.record(z.string(), z.unknown()).parse(operation.answer),
  );
}

export type PendingBody = ReturnType<typeof pendingBody>;
const pendingBody = ({ id, state, kind }: Pick<Operation, 'id' | 'state' | 'kind'>) => ({
  operation: { id, state },
  message: outcomeUnknownText(kind),
});

/** Finds the unfinished cancellation, refund or change of a tee time; a tee time has at most one. */
export const findOpenOperation = (
  db: Db,
  tee_time_id: number,
): Promise<Pick<Operation, 'kind'> | undefined> =>
  db
    .selectFrom('operations')
    .select('kind')
    .where('tee_time_id', '=', tee_time_id)
    .where('kind', 'in', ['cancel', 'change'])
    .where('state', '<>', 'settled')
    .executeTakeFirst();

type Planned = {
  tee_time_id?: number;
  gift_certificate_id?: number;
  lease_until?: ReturnType<typeof leaseEndSql>;
};

/** Stores the plan of an operation, so that any process can carry it out, and links the records that the operation changes. */
export async function storePlan(db: Db, id: string, plan: object, columns: Planned = {}): Promise<void> {
  await db
    .updateTable('operations')
    .set({ ...columns, plan: JSON.stringify(plan) })
    .where('id', '=', id)
    .execute();
}

/** Stores the answer of an operation, once; returns false if the operation was settled before. */
export async function settleOperation(db: Db, id: string, status: number, answer: object): Promise<boolean> {
  const settled = await db
    .updateTable('operations')
    .set({
      state: 'settled',
      answer_status: status,
      answer: JSON.stringify(answer),
      ...RELEASE.until,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where('state', '<>', 'settled')
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirst();
  return settled.numUpdatedRows === 1n;
}

/** Deletes an operation that the current transaction created. */
export async function dropOperation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('operations').where('id', '=', id).execute();
}

/** Renews the lease of an operation that a process is working on; does nothing if the operation no longer runs. */
export async function renewOperation(db: Db, id: string, leaseMs: number): Promise<void> {
  await db
    .updateTable('operations')
    .set({ lease_until: leaseEndSql(leaseMs) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/**
 * Marks an operation whose outcome an integration has not reported. The client gets a 202, and the screen follows the
 * operation.
 */
export async function markOperationUnknown(db: Db, id: string): Promise<void> {
  await db
    .updateTable('operations')
    .set({ state: 'unknown', updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/**
 * Deletes the stored answers of operations that were settled at least `days` days ago, and returns how many. Their
 * keys stay taken.
 */
export async function deleteOldOperationAnswers(db: Db, days: number): Promise<number> {
  const forgotten = await db
    .updateTable('operations')
    .set({ answer: null })
    .where('state', '=', 'settled')
    .where('answer', 'is not', null)
    .where('updated_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return Number(forgotten.numUpdatedRows);
}

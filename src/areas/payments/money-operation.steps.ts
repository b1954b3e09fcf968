import type { z } from 'zod';
import { runTransaction } from '../../server/database/transact.ts';
import { contextForSettling } from '../../server/process/app-context.ts';
import { isPartner, type Actor, type AppContext, type Db } from '../../server/process/context.ts';
import { dieAtFaultPoint, type FaultPoint } from '../../server/process/fault-points.ts';
import type { PendingAnswer } from '../../server/http/errors.ts';
import type { AuditAction } from '../audit/actions.rules.ts';
import { audit } from '../audit/audit.queries.ts';
import { createNotice } from '../notices/notices.queries.ts';
import {
  operationAnswer,
  claimInTransaction,
  claimOperation,
  findOperation,
  pendingAnswer,
  settleOperation,
  type Operation,
  type PendingBody,
} from '../operations/operations.queries.ts';
import { firstAllocatedRecord, insertRefunds, type NewRefund } from './allocations/allocations.queries.ts';
import {
  operationAttempts,
  hasAttemptSucceeded,
  insertAttempt,
  isAttemptOpen,
  settleAttempt,
  type Allocation,
  type PaymentAttempt,
  type DecidedAttempt,
} from './attempts.queries.ts';
import { isCardByPhone, cardLast4 } from './card.rules.ts';
import { lateChargeNotRefundedText, type ChargeCause } from './late-charges.texts.ts';
import { sendCharge, sendRefund, type ChargeToMake, type SettleAttempt } from './send.steps.ts';

/** A request to move money. Its idempotency key, or without one its fingerprint, shows if it repeats an earlier request. */
export type MoneyRequest = { app: AppContext; actor: Actor; key: string | null; fingerprint: string };

/** A charge of so many cents, for the records of its allocations. */
type NewCharge = Omit<ChargeToMake, 'attempt' | 'is_telephone_order'> & {
  cents: number;
  allocations: Allocation[];
};
/**
 * The result of a claim: the charges or the refunds to send, or the answer if there is nothing to send. Each payer's card is one
 * charge. The first charge decides: unless it succeeds, no other one is sent.
 */
export type BegunOperation<Answer> = { charges: NewCharge[] } | { refunds: NewRefund[] } | { answer: Answer };

/** A claimed operation whose attempts are all decided; it has none if no money moves at the gateway. */
export type DecidedOperation<Plan> = {
  app: AppContext;
  operation_id: string;
  /** The id of the tee time or gift certificate; 0 while a gift certificate is being sold. */
  subject_id: number;
  plan: Plan;
  attempts: PaymentAttempt[];
};

/** The part that differs between the kinds of money operation. Each function runs in the transaction that it is given. */
type Definition<Request extends MoneyRequest, Plan, Answer extends object> = {
  kind: Operation['kind'];
  subject: 'tee_time' | 'gift_certificate';
  points: { claimed: FaultPoint; settling: FaultPoint };
  answer: z.ZodType<Answer>;
  /** The plan that `begin` stores with the operation, so that any process can settle it. */
  plan: z.ZodType<Plan>;
  /** Checks the request under locks, and reserves all that the operation needs. */
  begin: (db: Db, request: Request, operation_id: string) => Promise<BegunOperation<Answer>>;
  /** Continues after the operation is claimed; if missing, the charge or the refunds are sent. */
  carryOut?: (app: AppContext, operation_id: string) => Promise<void>;
  /**
   * Locks the tee time or gift certificate of an operation with several attempts, so that exactly one of them is settled
   * last.
   */
  lock?: (db: Db, subject_id: number) => Promise<unknown>;
  /** Records all consequences of the attempts that succeeded, and returns the answer. */
  record: (db: Db, step: DecidedOperation<Plan>) => Promise<Answer>;
  /** Settles an operation of which no attempt succeeded; if missing, `record` settles it too. */
  failed?: {
    /** The reason that is given for an attempt that the gateway never received. */
    neverArrived: string;
    action?: AuditAction;
    answer: (attempt: PaymentAttempt, reason: string) => object;
    /** Releases what the operation held, and returns the name of the person for the audit trail. */
    release: (db: Db, step: DecidedOperation<Plan>) => Promise<string>;
  };
  /**
   * The operation's name in the notices of a late charge, which appears after the operation failed; null if it never charges.
   */
  chargedFor: ChargeCause | null;
};

/**
 * Runs one kind of operation by the protocol of docs/algorithms/payments.md: claim, send, settle, each committed before the
 * next starts.
 */
export class MoneyOperation<Request extends MoneyRequest, Plan, Answer extends object> {
  readonly #own: Definition<Request, Plan, Answer>;

  constructor(own: Definition<Request, Plan, Answer>) {
    this.#own = own;
  }

  get chargedFor(): ChargeCause | null {
    return this.#own.chargedFor;
  }

  /** Runs a request once. A repeated request gets the first one's answer; a 202 says that the gateway has not answered yet. */
  async run(request: Request): Promise<Answer | PendingAnswer<PendingBody>> {
    const { kind, points, answer } = this.#own;
    const claimed = await claimInTransaction(request.app.db, (db) => this.#claim(db, request));
    if ('operation' in claimed) return operationAnswer(claimed.operation, answer);
    dieAtFaultPoint(points.claimed);
    if ('answer' in claimed) return claimed.answer;
    const { operation_id } = claimed;
    try {
      await claimed.send();
      return operationAnswer(await findOperation(contextForSettling(request.app).db, operation_id), answer);
    } catch (error) {
      return pendingAnswer(error, operation_id, kind);
    }
  }

  // All that the operation needs is committed before anything is sent, so that any process can continue the operation.
  async #claim(db: Db, request: Request) {
    const { app, actor, key, fingerprint } = request;
    const { kind, begin, carryOut } = this.#own;
    const claim = await claimOperation(db, { kind, actor, key, fingerprint });
    if (!claim.isNew) return { operation: claim.operation };
    const operation_id = claim.id;
    const begun = await begin(db, request, operation_id);
    if ('answer' in begun) {
      await settleOnce(db, operation_id, 200, begun.answer);
      return begun;
    }
    if (carryOut) return { operation_id, send: () => carryOut(contextForSettling(app), operation_id) };
    const leaseMs = app.settings.reconcileLeaseMs;
    if ('refunds' in begun) {
      const refunds = await insertRefunds(db, operation_id, begun.refunds, leaseMs);
      return { operation_id, send: () => this.sendRefunds(contextForSettling(app), refunds) };
    }
    const charges = await insertCharges(db, { app, actor, operation_id, charges: begun.charges });
    return { operation_id, send: () => this.#sendCharges(app, charges) };
  }

  async #sendCharges(app: AppContext, charges: ChargeToMake[]): Promise<void> {
    const [first, ...others] = charges;
    if (!first) return;
    await sendCharge(app, first, this.settle);
    if (others.length === 0) return;
    const [decisive] = await operationAttempts(contextForSettling(app).db, first.attempt.operation_id);
    const isPaid = decisive !== undefined && hasAttemptSucceeded(decisive);
    for (const charge of others)
      // oxlint-disable-next-line no-await-in-loop -- one payer after the other
      await (isPaid
        ? sendCharge(app, charge, this.settle)
        : this.settle(contextForSettling(app), charge.attempt.id, { state: 'abandoned' }));
  }

  async sendRefunds(app: AppContext, refunds: PaymentAttempt[]): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- the newest charge first
    for (const refund of refunds) await sendRefund(app, refund, this.settle);
  }

  /**
   * Records the outcome of an attempt, once; the last attempt of an operation settles the operation. For the refund of a late
   * charge, only a failure is recorded.
   */
  readonly settle: SettleAttempt = (app, attempt_id, settlement) =>
    runTransaction(app.db, async (db) => {
      const attempt = await settleAttempt(db, attempt_id, settlement);
      if (!attempt) return;
      if (attempt.operation_state === 'settled') return this.#reversed(db, attempt);
      await this.#decided(db, app, attempt);
      dieAtFaultPoint(this.#own.points.settling);
    });

  async #decided(db: Db, app: AppContext, attempt: DecidedAttempt): Promise<void> {
    const { lock, plan } = this.#own;
    const { operation_id, tee_time_id, gift_certificate_id } = attempt;
    const subject_id = tee_time_id ?? gift_certificate_id ?? 0;
    await lock?.(db, subject_id);
    const attempts = lock ? await operationAttempts(db, operation_id) : [attempt];
    if (attempts.some(isAttemptOpen)) return;
    await this.finish(db, { app, operation_id, subject_id, plan: plan.parse(attempt.plan), attempts });
  }

  /** Settles an operation whose attempts are all decided: records the consequences and stores the answer. */
  async finish(db: Db, step: DecidedOperation<Plan>): Promise<void> {
    const { record, failed, subject } = this.#own;
    const { operation_id, subject_id, attempts } = step;
    const [attempt] = attempts;
    if (!failed || !attempt || attempts.some(hasAttemptSucceeded))
      return settleOnce(db, operation_id, 200, await record(db, step));
    const reason = attempt.decline_reason ?? failed.neverArrived;
    const made_by = await failed.release(db, step);
    await audit(db, {
      made_by,
      from: { operation_id },
      action: failed.action ?? `charge ${attempt.state}`,
      subject,
      subject_id: subject_id || null,
      after: { reason },
    });
    await settleOnce(db, operation_id, 422, failed.answer(attempt, reason));
  }

  async #reversed(db: Db, { id, state, raw_amount, decline_reason }: PaymentAttempt): Promise<void> {
    const { chargedFor } = this.#own;
    if (state !== 'declined' || chargedFor === null) return;
    const { tee_time_id } = await firstAllocatedRecord(db, id);
    const message = lateChargeNotRefundedText(raw_amount, chargedFor, decline_reason ?? '');
    await createNotice(db, { kind: 'late_charge', message, tee_time_id });
  }
}

type ChargesToInsert = { app: AppContext; actor: Actor; operation_id: string; charges: NewCharge[] };

async function insertCharges(db: Db, { app, actor, operation_id, charges }: ChargesToInsert) {
  const toMake: ChargeToMake[] = [];
  const { gateway } = app.integrations;
  for (const { cents: raw_amount, allocations, ...charge } of charges) {
    const known = {
      operation_id,
      kind: 'charge',
      gateway: gateway.name,
      card_last4: cardLast4(charge.choice),
    } as const;
    const leaseMs = app.settings.reconcileLeaseMs;
    // oxlint-disable-next-line no-await-in-loop -- in this order they are sent
    const attempt = await insertAttempt(db, { ...known, raw_amount, allocations, leaseMs });
    toMake.push({
      ...charge,
      attempt,
      is_telephone_order: !isPartner(actor) && isCardByPhone(charge.choice),
    });
  }
  return toMake;
}

// An operation that is settled already must not have its consequences twice: the error rolls them back.
async function settleOnce(db: Db, operation_id: string, status: number, answer: object): Promise<void> {
  if (!(await settleOperation(db, operation_id, status, answer)))
    throw new Error(`operation ${operation_id} was settled before`);
}

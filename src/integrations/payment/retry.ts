import { setTimeout as pause } from 'node:timers/promises';
import {
  NothingSent,
  OutcomeUnknown,
  RequestRefused,
  type Charge,
  type Outcome,
  type PaymentGateway,
  type Refund,
} from './gateway.ts';

/** The limits of one try and of all tries together, in milliseconds. */
export type PaymentLimits = { tryMs: number; totalMs: number };

const TRIES = 3;

/**
 * Charges with at most two retries under the same reference. Throws `OutcomeUnknown` if none of them got a certain
 * answer, `NothingSent` if none of them can have arrived, and `RequestRefused` if none moved anything.
 */
export const chargeWithin = (
  gateway: PaymentGateway,
  charge: Omit<Charge, 'signal'>,
  limits: PaymentLimits,
) => within(limits, (signal) => gateway.charge({ ...charge, signal }));

/** Refunds with at most two retries under the same reference; throws as `chargeWithin` does. */
export const refundWithin = (
  gateway: PaymentGateway,
  refund: Omit<Refund, 'signal'>,
  limits: PaymentLimits,
) => within(limits, (signal) => gateway.refund({ ...refund, signal }));

async function within(
  limits: PaymentLimits,
  attempt: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const end = performance.now() + limits.totalMs;
  let unknown = new OutcomeUnknown('There was no time to ask the payment gateway.');
  let mayHaveArrived = false;
  for (let tried = 0; tried < TRIES; tried += 1) {
    // A gateway that fails at once gets a moment to recover.
    if (tried > 0) await pause(Math.min(limits.tryMs / 40, Math.max(0, end - performance.now())));
    const left = Math.min(limits.tryMs, end - performance.now());
    // A timer may fire up to a millisecond early, and nothing can be sent in the rest.
    if (left < 1) break;
    try {
      return await timeBoxed(left, attempt);
    } catch (error) {
      // A refusal is of one try: one before it that nobody answered may still move the money.
      if (error instanceof RequestRefused && mayHaveArrived)
        throw new OutcomeUnknown('The payment gateway refused a retry of a request that it did not answer.');
      if (!(error instanceof OutcomeUnknown)) throw error;
      mayHaveArrived ||= !(error instanceof NothingSent);
      unknown = error;
    }
  }
  // A retry that could not be sent does not undo what an earlier try may have done.
  throw mayHaveArrived && unknown instanceof NothingSent ? new OutcomeUnknown(unknown.message) : unknown;
}

/** Aborts and rejects on time, even if an adapter does not listen to the signal. */
async function timeBoxed<T>(ms: number, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new OutcomeUnknown('The payment gateway did not answer in time.'));
      controller.abort();
    }, ms);
  });
  try {
    return await Promise.race([attempt(controller.signal), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

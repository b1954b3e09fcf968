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

/** The time limits of one attempt and of all attempts together, in milliseconds. */
export type PaymentLimits = { tryMs: number; totalMs: number };

const TRIES = 3;

/**
 * Charges a card, with at most two retries under the same reference. Throws `OutcomeUnknown` if no attempt got a
 * certain answer, `NothingSent` if no attempt can have arrived, and `RequestRefused` if no attempt moved money.
 */
export const chargeWithin = (
  gateway: PaymentGateway,
  charge: Omit<Charge, 'signal'>,
  limits: PaymentLimits,
) => within(limits, (signal) => gateway.charge({ ...charge, signal }));

/** Refunds a charge, with at most two retries under the same reference; throws the same errors as `chargeWithin`. */
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
    // A gateway that fails at once gets a moment to recover before the retry.
    if (tried > 0) await pause(Math.min(limits.tryMs / 40, Math.max(0, end - performance.now())));
    const left = Math.min(limits.tryMs, end - performance.now());
    // A timer may fire up to a millisecond early, and nothing can be sent in such a short time.
    if (left < 1) break;
    try {
      return await timeBoxed(left, attempt);
    } catch (error) {
      // A rejection is about one attempt: an earlier attempt that was not answered may still move the money.
      if (error instanceof RequestRefused && mayHaveArrived)
        throw new OutcomeUnknown('The payment gateway refused a retry of a request that it did not answer.');
      if (!(error instanceof OutcomeUnknown)) throw error;
      mayHaveArrived ||= !(error instanceof NothingSent);
      unknown = error;
    }
  }
  // If a retry could not be sent, an earlier attempt may still have moved the money.
  throw mayHaveArrived && unknown instanceof NothingSent ? new OutcomeUnknown(unknown.message) : unknown;
}

/** Rejects when the time is over, even if the gateway's adapter ignores the abort signal. */
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

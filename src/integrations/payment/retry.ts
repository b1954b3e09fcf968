import { setTimeout as pause } from 'node:timers/promises';
import {
  PaymentNotSent,
  PaymentOutcomeUnknown,
  PaymentRejected,
  type GatewayCharge,
  type PaymentOutcome,
  type PaymentGateway,
  type GatewayRefund,
} from './gateway.ts';

/** The time limits of one attempt and of all attempts together, in milliseconds. */
export type PaymentTimeLimits = { tryMs: number; totalMs: number };

const TRIES = 3;

/**
 * Charges a card, with at most two retries under the same reference. Throws `PaymentOutcomeUnknown` if no attempt got a
 * certain answer, `PaymentNotSent` if no attempt can have arrived, and `PaymentRejected` if no attempt moved money.
 */
export const chargeWithRetries = (
  gateway: PaymentGateway,
  charge: Omit<GatewayCharge, 'signal'>,
  limits: PaymentTimeLimits,
) => within(limits, (signal) => gateway.charge({ ...charge, signal }));

/** Refunds a charge, with at most two retries under the same reference; throws the same errors as `chargeWithRetries`. */
export const refundWithRetries = (
  gateway: PaymentGateway,
  refund: Omit<GatewayRefund, 'signal'>,
  limits: PaymentTimeLimits,
) => within(limits, (signal) => gateway.refund({ ...refund, signal }));

async function within(
  limits: PaymentTimeLimits,
  attempt: (signal: AbortSignal) => Promise<PaymentOutcome>,
): Promise<PaymentOutcome> {
  const end = performance.now() + limits.totalMs;
  let unknown = new PaymentOutcomeUnknown('There was no time to ask the payment gateway.');
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
      if (error instanceof PaymentRejected && mayHaveArrived)
        throw new PaymentOutcomeUnknown(
          'The payment gateway refused a retry of a request that it did not answer.',
        );
      if (!(error instanceof PaymentOutcomeUnknown)) throw error;
      mayHaveArrived ||= !(error instanceof PaymentNotSent);
      unknown = error;
    }
  }
  // If a retry could not be sent, an earlier attempt may still have moved the money.
  throw mayHaveArrived && unknown instanceof PaymentNotSent
    ? new PaymentOutcomeUnknown(unknown.message)
    : unknown;
}

/** Rejects when the time is over, even if the gateway's adapter ignores the abort signal. */
async function timeBoxed<T>(ms: number, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new PaymentOutcomeUnknown('The payment gateway did not answer in time.'));
      controller.abort();
    }, ms);
  });
  try {
    return await Promise.race([attempt(controller.signal), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

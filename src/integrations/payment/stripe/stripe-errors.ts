import Stripe from 'stripe';
import {
  isConnectionFailure,
  PaymentNotSent,
  PaymentOutcomeUnknown,
  PAYMENT_REJECTION_TEXTS,
  PaymentRejected,
  type PaymentOutcome,
  type PaymentRejectionCause,
} from '../gateway.ts';

type Declined = Extract<PaymentOutcome, { state: 'declined' }>;
/**
 * The meaning of a Stripe error: a decline by the card's bank, or an error to throw because the request was rejected
 * or its outcome is unknown.
 */
export type StripeErrorMeaning = { declined: Declined } | { thrown: PaymentRejected | PaymentOutcomeUnknown };

// RIC never shows Stripe's own texts; these texts cannot contain anything that was sent.
const REASONS = new Map([
  ['insufficient_funds', 'Your card has insufficient funds.'],
  ['withdrawal_count_limit_exceeded', 'Your card has exceeded its balance or credit limit.'],
  ['expired_card', 'Your card has expired.'],
  ['incorrect_cvc', "Your card's security code is incorrect."],
  ['invalid_cvc', "Your card's security code is incorrect."],
  ['incorrect_number', 'Your card number is incorrect.'],
  ['invalid_number', 'Your card number is incorrect.'],
  ['invalid_expiry_month', "Your card's expiration month is invalid."],
  ['invalid_expiry_year', "Your card's expiration year is invalid."],
  ['incorrect_zip', "Your card's postal code is incorrect."],
  ['card_not_supported', 'Your card does not support this type of purchase.'],
  ['currency_not_supported', 'Your card does not support this currency.'],
  ['card_velocity_exceeded', 'Your card has exceeded its limit. Please use another card.'],
  ['lost_card', 'Your card was declined. Please use another card.'],
  ['stolen_card', 'Your card was declined. Please use another card.'],
  ['pickup_card', 'Your card was declined. Please use another card.'],
  [
    'authentication_required',
    'Your bank asks for a confirmation that cannot be given here. Please use another card.',
  ],
  ['processing_error', 'An error occurred while the card was processed. Please try again in a moment.'],
]);

/** Returns a decline in plain words, chosen by Stripe's codes alone. */
export function declineForStripeCodes(codes: {
  decline_code?: string | null | undefined;
  code?: string | null | undefined;
}): Declined {
  const reason =
    REASONS.get(codes.decline_code ?? '') ?? REASONS.get(codes.code ?? '') ?? 'Your card was declined.';
  return { state: 'declined', reason };
}

/** Classifies an error as a decline, a rejected request or an uncertain outcome; an error that is not Stripe's is rethrown. */
export function classifyStripeError(error: unknown): StripeErrorMeaning {
  if (error instanceof PaymentOutcomeUnknown || error instanceof PaymentRejected) return { thrown: error };
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeCardError) return { declined: declineForStripeCodes(error) };
  if (isRefusedRequest(error)) return { thrown: requestRefused(error) };
  if (error instanceof Stripe.errors.StripeConnectionError && isConnectionFailure(error.detail))
    return { thrown: new PaymentNotSent('The payment gateway refused the connection.') };
  // Only the error's type is reported, because Stripe's message could repeat what was sent.
  return { thrown: new PaymentOutcomeUnknown(`The payment gateway gave no certain answer (${error.type}).`) };
}

/**
 * Returns true if Stripe rejected a request before doing anything. A conflict of idempotency keys says nothing about
 * the first request.
 */
function isRefusedRequest(error: Stripe.errors.StripeError): boolean {
  const status = error.statusCode ?? 0;
  const refused =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  return refused && status >= 400 && status < 500 && status !== 409 && status !== 429;
}

const REFUSED_FOR = new Map<string, PaymentRejectionCause>([
  ['amount_too_small', 'amount_too_small'],
  ['amount_too_large', 'amount_too_large'],
  ['charge_already_refunded', 'already_refunded'],
  ['charge_disputed', 'disputed'],
  ['refund_disputed_payment', 'disputed'],
]);

function requestRefused(error: Stripe.errors.StripeError): PaymentRejected {
  const about = REFUSED_FOR.get(error.code ?? '') ?? (isAboutCard(error) ? 'card' : 'account');
  return new PaymentRejected(about, PAYMENT_REJECTION_TEXTS[about], codeOf(error));
}

/** Returns true if a rejection is about the card: its fields, its token or the payment method made of it. */
function isAboutCard({ statusCode, code, param }: Stripe.errors.StripeError): boolean {
  if (statusCode === 401 || statusCode === 403) return false;
  return (
    /^(card|token|payment_method)(\[|$)/.test(param ?? '') || code?.startsWith('payment_method_') === true
  );
}

/**
 * Returns the details of an error that an admin can look up at Stripe: a status, a code and a parameter's name, none
 * of which repeats what was sent.
 */
function codeOf({ statusCode, code, param }: Stripe.errors.StripeError): string {
  const words = [String(statusCode ?? ''), code ?? '', param ?? ''];
  return words.filter((word) => /^[\w.[\]]{1,80}$/.test(word) && !/\d{5}/.test(word)).join(' ');
}

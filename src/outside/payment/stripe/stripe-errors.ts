import Stripe from 'stripe';
import { isNotConnected, NothingSent, OutcomeUnknown, type Outcome } from '../gateway.ts';

type Declined = Extract<Outcome, { state: 'declined' }>;
export type Refusal = { certain: Declined } | { unknown: OutcomeUnknown };

// Stripe's own texts are never passed on: these can not hold anything that was sent.
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

/** A decline in plain words, from Stripe's codes alone. */
export function declined(codes: {
  decline_code?: string | null | undefined;
  code?: string | null | undefined;
}): Declined {
  const reason =
    REASONS.get(codes.decline_code ?? '') ?? REASONS.get(codes.code ?? '') ?? 'Your card was declined.';
  return { state: 'declined', reason };
}

/** Tells a certain refusal from an answer that leaves the outcome open; what is not Stripe's error is thrown on. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof OutcomeUnknown) return { unknown: error };
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeCardError) return { certain: declined(error) };
  if (isRefusedRequest(error)) {
    return {
      certain: {
        state: 'declined',
        reason: 'The payment system did not accept the request; no money was moved.',
      },
    };
  }
  if (error instanceof Stripe.errors.StripeConnectionError && isNotConnected(error.detail))
    return { unknown: new NothingSent('The payment gateway refused the connection.') };
  // Only the kind: Stripe's error could repeat what was sent.
  return { unknown: new OutcomeUnknown(`The payment gateway gave no certain answer (${error.type}).`) };
}

/** A request that Stripe refused before doing anything. A clash of idempotency keys says nothing about the first one. */
function isRefusedRequest(error: Stripe.errors.StripeError): boolean {
  const status = error.statusCode ?? 0;
  const refused =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  return refused && status >= 400 && status < 500 && status !== 409 && status !== 429;
}

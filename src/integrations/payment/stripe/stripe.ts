import Stripe from 'stripe';
import {
  PaymentOutcomeUnknown,
  PAYMENT_REJECTION_TEXTS,
  PaymentRejected,
  type GatewayCharge,
  type SaveCardResult,
  type PaymentLookUp,
  type PaymentOutcome,
  type PaymentGateway,
  type CardOrToken,
  type GatewayRefund,
} from '../gateway.ts';
import { listStripePayments } from './stripe-book.ts';
import { declineForStripeCodes, classifyStripeError } from './stripe-errors.ts';

type StripeSettings = {
  secretKey: string;
  /** Another address that speaks Stripe's protocol, instead of Stripe's own. */
  apiUrl?: string | undefined;
  /** The time-out of a single request, in milliseconds. */
  tryMs: number;
  /** True if the account may flag mail and telephone orders; Stripe rejects the flag from any other account. */
  canFlagTelephoneOrders: boolean;
};

type LookUpResult = PaymentOutcome | { state: 'absent' } | { state: 'running' };

/**
 * Creates the payment gateway for Stripe. The handle is an unconfirmed payment intent; every step has its own
 * idempotency key made from RIC's reference, so that a retry with the same reference repeats nothing.
 */
export function stripeGateway(settings: StripeSettings): PaymentGateway {
  const stripe = new Stripe(settings.secretKey, {
    ...addressOf(settings.apiUrl),
    timeout: settings.tryMs,
    // Stripe's client does not retry: the callers do, with the same reference and so the same key, within their own limit.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    name: 'stripe',
    prepare: (request) => prepare(stripe, request),
    account: accountOf(stripe),
    charge: (request) => {
      const is_telephone_order = request.is_telephone_order && settings.canFlagTelephoneOrders;
      return untilAborted(request.signal, charge(stripe, { ...request, is_telephone_order }));
    },
    keepCard: (request) => untilAborted(request.signal, keepCard(stripe, request)),
    refund: (request) => untilAborted(request.signal, refund(stripe, request)),
    lookUp: (request) => untilAborted(request.signal, lookUp(stripe, request)),
    listSucceeded: (span) => listStripePayments(stripe, span).catch(unlisted),
  };
}

function addressOf(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error('STRIPE_API_URL must be an http or https address.');
  const scheme: 'http' | 'https' = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
}

function unlisted(error: unknown): never {
  const refusal = classifyStripeError(error);
  throw 'thrown' in refusal ? refusal.thrown : new PaymentOutcomeUnknown(refusal.declined.reason);
}

/**
 * Returns a function that requests the account of the secret key until Stripe has answered. A restricted key may lack
 * the right to read its account, which then is null.
 */
function accountOf(stripe: Stripe): () => Promise<string | null> {
  let known: string | null = null;
  return async () => {
    try {
      known ??= (await stripe.accounts.retrieveCurrent()).id;
    } catch (error) {
      classifyStripeError(error);
    }
    return known;
  };
}

async function prepare(stripe: Stripe, request: Parameters<PaymentGateway['prepare']>[0]): Promise<string> {
  const { reference, raw_amount, description } = request;
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: raw_amount,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        description,
        metadata: { reference },
      },
      { idempotencyKey: `${reference}:prepare`, maxNetworkRetries: 2 },
    );
    return intent.id;
  } catch (error) {
    const refusal = classifyStripeError(error);
    // No money can have moved yet, so the caller may safely give up the booking.
    throw 'thrown' in refusal ? refusal.thrown : new PaymentOutcomeUnknown(refusal.declined.reason);
  }
}

// This parameter makes Stripe's answer include the card.
const WITH_CARD = ['payment_method'];

async function charge(stripe: Stripe, request: GatewayCharge): Promise<PaymentOutcome> {
  const { reference, handle } = request;
  if (handle === null) throw new Error('A Stripe charge needs the intent that prepare answered.');
  try {
    const paymentMethod = await paymentMethodOf(stripe, request.with, reference);
    const intent = await stripe.paymentIntents.confirm(
      handle,
      {
        payment_method: paymentMethod,
        ...(request.is_telephone_order && { payment_method_options: { card: { moto: true } } }),
        // Nobody is there to answer a bank's challenge, so such a card is declined and the intent stays uncharged.
        error_on_requires_action: true,
        expand: WITH_CARD,
      },
      { idempotencyKey: `${reference}:confirm` },
    );
    return settled(stateOf(intent));
  } catch (error) {
    return chargeRefused(stripe, request, error);
  }
}

async function chargeRefused(
  stripe: Stripe,
  request: GatewayCharge,
  error: unknown,
): Promise<PaymentOutcome> {
  const refusal = classifyStripeError(error);
  if ('declined' in refusal) return refusal.declined;
  if (!isOfIntent(error)) throw refusal.thrown;
  // Stripe also rejects confirming an intent that an earlier attempt has paid, so the intent's state decides.
  const found = await lookUp(stripe, { ...request, kind: 'charge', payment_id: null });
  if (found.state === 'absent') throw refusal.thrown;
  return settled(found);
}

/** Returns true if the state of the payment intent may be the reason for Stripe's rejection. */
const isOfIntent = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 403;

async function paymentMethodOf(stripe: Stripe, payWith: CardOrToken, reference: string): Promise<string> {
  if ('token' in payWith && payWith.token.startsWith('pm_')) return payWith.token;
  const created = await stripe.paymentMethods.create(
    { type: 'card', card: paramsOf(payWith) },
    { idempotencyKey: `${reference}:card` },
  );
  return created.id;
}

type ToKeep = Parameters<PaymentGateway['keepCard']>[0];
async function keepCard(stripe: Stripe, { with: payWith }: ToKeep): Promise<SaveCardResult> {
  try {
    const { id, card } = await methodToKeep(stripe, payWith);
    if (!card) throw new PaymentOutcomeUnknown('The payment gateway did not say which card it keeps.');
    const { last4, exp_month, exp_year } = card;
    return { state: 'kept', token: id, last4, expmo: String(exp_month), expyr: String(exp_year) };
  } catch (error) {
    if (isMissing(error)) return { state: 'declined', reason: PAYMENT_REJECTION_TEXTS.card };
    const refusal = classifyStripeError(error);
    if ('declined' in refusal) return refusal.declined;
    if (refusal.thrown instanceof PaymentRejected && refusal.thrown.about === 'card')
      return { state: 'declined', reason: refusal.thrown.message };
    throw refusal.thrown;
  }
}

// A payment method that the card fields created is saved as it is.
const methodToKeep = (stripe: Stripe, payWith: CardOrToken) =>
  'token' in payWith && payWith.token.startsWith('pm_')
    ? stripe.paymentMethods.retrieve(payWith.token)
    : stripe.paymentMethods.create({ type: 'card', card: paramsOf(payWith) });

const paramsOf = (payWith: CardOrToken) =>
  'token' in payWith ? { token: payWith.token } : cardParams(payWith.card);

function cardParams(card: Extract<CardOrToken, { card: unknown }>['card']) {
  const year = Number(card.expyr);
  return {
    number: card.number.replaceAll(/[\s-]/g, ''),
    exp_month: Number(card.expmo),
    exp_year: year < 100 ? 2000 + year : year,
    cvc: card.cvv,
  };
}

const UNKNOWN_CHARGE =
  'The payment gateway does not know the charge: it was made with another account, and no money was moved.';

async function refund(stripe: Stripe, request: GatewayRefund): Promise<PaymentOutcome> {
  const { reference, payment_id, raw_amount } = request;
  const look = () => findRefund(stripe, payment_id, reference);
  try {
    // Stripe forgets an idempotency key after a day, but keeps the metadata of a refund, so earlier refunds are searched first.
    const before = await look();
    if (before.state !== 'absent') return settled(before);
    const made = await stripe.refunds.create(
      { payment_intent: payment_id, amount: raw_amount, metadata: { reference } },
      { idempotencyKey: `${reference}:refund` },
    );
    return settled(refundState(made));
  } catch (error) {
    if (isMissing(error)) throw new PaymentRejected('account', UNKNOWN_CHARGE, 'resource_missing');
    const refusal = classifyStripeError(error);
    throw 'thrown' in refusal
      ? refusal.thrown
      : new PaymentRejected('account', PAYMENT_REJECTION_TEXTS.account);
  }
}

async function lookUp(stripe: Stripe, request: PaymentLookUp): Promise<LookUpResult> {
  try {
    if (request.kind === 'refund') {
      if (request.payment_id === null) throw new Error('A Stripe refund is looked up beneath its payment.');
      return await findRefund(stripe, request.payment_id, request.reference);
    }
    // Money moves on a known intent only; without one, no charge was ever sent.
    return request.handle === null
      ? { state: 'absent' }
      : stateOf(await stripe.paymentIntents.retrieve(request.handle, { expand: WITH_CARD }));
  } catch (error) {
    if (isMissing(error)) return { state: 'absent' };
    // A rejected look-up says nothing about the outcome of the payment.
    const refusal = classifyStripeError(error);
    throw 'thrown' in refusal && refusal.thrown instanceof PaymentOutcomeUnknown
      ? refusal.thrown
      : new PaymentOutcomeUnknown('The payment gateway could not be asked.');
  }
}

async function findRefund(stripe: Stripe, intent: string, reference: string): Promise<LookUpResult> {
  for await (const made of stripe.refunds.list({ payment_intent: intent, limit: 100 })) {
    if (made.metadata?.['reference'] === reference) return refundState(made);
  }
  return { state: 'absent' };
}

function stateOf(intent: Stripe.PaymentIntent): LookUpResult {
  switch (intent.status) {
    case 'succeeded':
      return { state: 'succeeded', payment_id: intent.id, last4: last4Of(intent) };
    case 'requires_payment_method':
      return intent.last_payment_error
        ? declineForStripeCodes(intent.last_payment_error)
        : { state: 'absent' };
    case 'requires_confirmation':
      return { state: 'absent' };
    case 'requires_action':
      return declineForStripeCodes({ code: 'authentication_required' });
    case 'canceled':
      return declineForStripeCodes({});
    default:
      return { state: 'running' };
  }
}

const last4Of = ({ payment_method: method }: Stripe.PaymentIntent): string | undefined =>
  typeof method === 'object' ? method?.card?.last4 : undefined;

function refundState(made: Stripe.Refund): LookUpResult {
  if (made.status === 'succeeded') return { state: 'succeeded', payment_id: made.id };
  if (made.status === 'failed' || made.status === 'canceled') {
    return { state: 'declined', reason: 'The bank refused the refund.' };
  }
  return { state: 'running' };
}

function settled(found: LookUpResult): PaymentOutcome {
  if (found.state === 'succeeded' || found.state === 'declined') return found;
  throw new PaymentOutcomeUnknown('The payment gateway has not decided yet.');
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Waits for a request until the signal aborts. Stripe's client takes no signal, so the request goes on until its time-out. */
async function untilAborted<T>(signal: AbortSignal, running: Promise<T>): Promise<T> {
  const given = new PaymentOutcomeUnknown('The payment gateway did not answer in time.');
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(given);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([running, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

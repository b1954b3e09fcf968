/** A card as staff typed it. Only this object holds the card on its way to the payment gateway; it is stored nowhere. */
export type PaymentCard = { number: string; expmo: string; expyr: string; cvv: string };
export type CardOrToken = { card: PaymentCard } | { token: string };

/**
 * A certain answer of the payment gateway. `payment_id` is the gateway's id of the charge or refund, `last4` the last
 * digits of the charged card.
 */
export type PaymentOutcome =
  | { state: 'succeeded'; payment_id: string; last4?: string | undefined }
  | { state: 'declined'; reason: string };

export type GatewayCharge = {
  reference: string;
  /** The handle that `prepare` returned for the same reference. */
  handle: string | null;
  raw_amount: number;
  with: CardOrToken;
  description: string;
  /** True if staff took the card by telephone, false if the cardholder typed it. */
  is_telephone_order: boolean;
  signal: AbortSignal;
};

export type GatewayRefund = {
  reference: string;
  /** The gateway's id of the charge to refund. */
  payment_id: string;
  raw_amount: number;
  signal: AbortSignal;
};

export type PaymentLookUp = {
  kind: 'charge' | 'refund';
  reference: string;
  handle: string | null;
  /** The gateway's id of the charge; the look-up of a refund needs it. */
  payment_id: string | null;
  signal: AbortSignal;
};

export type TimeSpan = { from: Date; to: Date };
/** A payment as the gateway has recorded it, in cents. */
export type RecordedPayment = { kind: 'charge' | 'refund'; reference: string; raw_amount: number };

/** A saved card as the gateway reports it; the year has two or four digits. */
export type SavedCard = { token: string; last4: string; expmo: string; expyr: string };
/** The result of saving a card: a token by which it can be charged, or why the gateway rejects the card. */
export type SaveCardResult = ({ state: 'kept' } & SavedCard) | { state: 'declined'; reason: string };

/**
 * The cause of a rejected request. `account`: the request is correct, but the gateway does not accept it from this
 * account. `disputed` and `already_refunded` concern the charge that is to be refunded.
 */
export type PaymentRejectionCause =
  'amount_too_small' | 'amount_too_large' | 'card' | 'account' | 'disputed' | 'already_refunded';

/** The causes of rejected requests in plain words, each a complete sentence. */
export const PAYMENT_REJECTION_TEXTS: Record<PaymentRejectionCause, string> = {
  amount_too_small: 'The payment gateway charges no amount as small as this.',
  amount_too_large: 'The payment gateway charges no amount as large as this.',
  card: 'The payment gateway did not take this card; nothing was charged.',
  account: 'The payment gateway refused the request of this account; no money was moved.',
  disputed: 'The charge is disputed: its amount is held at the payment gateway until that is decided.',
  already_refunded: 'The charge was refunded at the payment gateway already.',
};

/**
 * A payment gateway, which moves money on cards. Amounts are integer cents; the same reference always means the same
 * charge or refund, never a second one. A certain rejection is thrown as `PaymentRejected`, an uncertain outcome as
 * `PaymentOutcomeUnknown`.
 */
export interface PaymentGateway {
  readonly name: 'stripe' | 'built-in';
  /**
   * Creates at the gateway what must exist before money can move (at Stripe, an unconfirmed intent) and returns its
   * handle, or null if the reference alone is enough.
   */
  prepare(charge: { reference: string; raw_amount: number; description: string }): Promise<string | null>;
  charge(charge: GatewayCharge): Promise<PaymentOutcome>;
  /**
   * Returns the gateway's name of the account whose money moves, which is requested only once; null if there is none
   * or the gateway does not say.
   */
  account(): Promise<string | null>;
  /**
   * Saves a card at the gateway, typed or from the gateway's card fields; no money moves. A card that is saved twice
   * has two tokens.
   */
  keepCard(request: { with: CardOrToken; signal: AbortSignal }): Promise<SaveCardResult>;
  refund(refund: GatewayRefund): Promise<PaymentOutcome>;
  /**
   * Looks up the exact outcome of a charge or refund. 'absent' means that the gateway never received it; 'running'
   * that it is not decided yet.
   */
  lookUp(request: PaymentLookUp): Promise<PaymentOutcome | { state: 'absent' } | { state: 'running' }>;
  /** Lists the successful charges and refunds that began within a time span. */
  listSucceeded(span: TimeSpan): Promise<RecordedPayment[]>;
}

/**
 * An error for an unknown outcome: no answer, a reset connection, a 5xx, or an answer that cannot be read. Never
 * thrown for a decline.
 */
export class PaymentOutcomeUnknown extends Error {
  override readonly name: string = 'OutcomeUnknown';
}

/**
 * An error for a request that the gateway rejected before it moved any money. This holds for this request only: an
 * earlier attempt under the same reference may still arrive. `code` is the gateway's own code, never a text that was
 * sent.
 */
export class PaymentRejected extends Error {
  override readonly name = 'RequestRefused';
  constructor(
    readonly about: PaymentRejectionCause,
    reason: string,
    readonly code = '',
  ) {
    super(reason);
  }
}

/** An error for a request that the gateway certainly did not receive, because no connection was made or none was tried. */
export class PaymentNotSent extends PaymentOutcomeUnknown {
  override readonly name = 'NothingSent';
}

/** Returns true if a request failed because no connection could be made, so that nothing was sent. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(isConnectionFailure);
  if (!(error instanceof Error)) return false;
  if ('syscall' in error) return error.syscall === 'connect' || error.syscall === 'getaddrinfo';
  if ('code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  return isConnectionFailure(error.cause);
}

/** A card as staff typed it. Only this object holds it on its way to the gateway; it is stored nowhere. */
export type Card = { number: string; expmo: string; expyr: string; cvv: string };
export type PayWith = { card: Card } | { token: string };

/**
 * A certain answer of the gateway. `payment_id` is its own id of this charge or refund, `last4` the last digits of a
 * charged card.
 */
export type Outcome =
  | { state: 'succeeded'; payment_id: string; last4?: string | undefined }
  | { state: 'declined'; reason: string };

export type Charge = {
  reference: string;
  /** The answer of `prepare` for the same reference. */
  handle: string | null;
  raw_amount: number;
  with: PayWith;
  description: string;
  /** True where staff took the card by telephone, false where its holder typed it. */
  is_telephone_order: boolean;
  signal: AbortSignal;
};

export type Refund = {
  reference: string;
  /** The gateway's id of the charge. */
  payment_id: string;
  raw_amount: number;
  signal: AbortSignal;
};

export type LookUp = {
  kind: 'charge' | 'refund';
  reference: string;
  handle: string | null;
  /** The gateway's id of the charge; the look-up of a refund needs it. */
  payment_id: string | null;
  signal: AbortSignal;
};

export type Span = { from: Date; to: Date };
/** A payment in the gateway's own book, in cents. */
export type BookedPayment = { kind: 'charge' | 'refund'; reference: string; raw_amount: number };

/** A saved card as the gateway shows it; the year has two or four digits. */
export type SavedCard = { token: string; last4: string; expmo: string; expyr: string };
/** The result of saving a card: a token that charges like it, or why the gateway rejects it. */
export type KeepCardResult = ({ state: 'kept' } & SavedCard) | { state: 'declined'; reason: string };

/**
 * The cause of a rejected request. `account`: the request is correct, but the gateway does not accept it from this
 * account. `disputed` and `already_refunded` concern the charge that a refund gives back.
 */
export type RejectionCause =
  'amount_too_small' | 'amount_too_large' | 'card' | 'account' | 'disputed' | 'already_refunded';

/** The causes in plain words, each a sentence that stands alone. */
export const REJECTION_TEXTS: Record<RejectionCause, string> = {
  amount_too_small: 'The payment gateway charges no amount as small as this.',
  amount_too_large: 'The payment gateway charges no amount as large as this.',
  card: 'The payment gateway did not take this card; nothing was charged.',
  account: 'The payment gateway refused the request of this account; no money was moved.',
  disputed: 'The charge is disputed: its amount is held at the payment gateway until that is decided.',
  already_refunded: 'The charge was refunded at the payment gateway already.',
};

/**
 * Moves money on cards. Amounts are integer cents; the same reference is always the same charge or refund, never a
 * second one. A certain rejection is thrown as `RequestRefused`, an uncertain outcome as `OutcomeUnknown`.
 */
export interface PaymentGateway {
  readonly name: 'stripe' | 'built-in';
  /**
   * Creates what must exist before the money moves (Stripe: the unconfirmed intent) and returns its handle, or null if
   * the reference alone is enough.
   */
  prepare(charge: { reference: string; raw_amount: number; description: string }): Promise<string | null>;
  charge(charge: Charge): Promise<Outcome>;
  /** The gateway's name of the account whose money moves, requested once; null if it has none, or does not say. */
  account(): Promise<string | null>;
  /** Saves a card at the gateway, typed or from its fields; no money moves. A card that is saved twice has two tokens. */
  keepCard(request: { with: PayWith; signal: AbortSignal }): Promise<KeepCardResult>;
  refund(refund: Refund): Promise<Outcome>;
  /** The exact outcome of a charge or refund. 'absent' = the gateway never received it; 'running' = not decided yet. */
  lookUp(request: LookUp): Promise<Outcome | { state: 'absent' } | { state: 'running' }>;
  /** Lists the succeeded charges and refunds that began in a span of time. */
  listSucceeded(span: Span): Promise<BookedPayment[]>;
}

/** The outcome is unknown: no answer, a reset, a 5xx, or an answer that cannot be read. Never thrown for a decline. */
export class OutcomeUnknown extends Error {
  override readonly name: string = 'OutcomeUnknown';
}

/**
 * The gateway rejected a request before it moved any money. This holds for this request only: an earlier try under the
 * same reference may still arrive. `code` is the gateway's own code, never a text that was sent.
 */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  constructor(
    readonly about: RejectionCause,
    reason: string,
    readonly code = '',
  ) {
    super(reason);
  }
}

/** Thrown when the gateway certainly received nothing: no connection to it was made, or none was tried. */
export class NothingSent extends OutcomeUnknown {
  override readonly name = 'NothingSent';
}

/** Returns true if the error of a request means that there was no connection to send it on. */
export function isNotConnected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isNotConnected);
  if (!(error instanceof Error)) return false;
  if ('syscall' in error) return error.syscall === 'connect' || error.syscall === 'getaddrinfo';
  if ('code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  return isNotConnected(error.cause);
}

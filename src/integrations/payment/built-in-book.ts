import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { openJournal, type Journal } from '../journal.ts';
import type { CheckedCard } from './card-check.ts';
import type { PaymentOutcome } from './gateway.ts';
import { isTestCardBehavior, type TestCardBehavior } from './test-cards.ts';

const BehaviourName = z.string().refine(isTestCardBehavior);
const Movement = z.object({
  kind: z.enum(['charge', 'refund']),
  reference: z.string(),
  state: z.enum(['succeeded', 'declined']),
  /** The gateway's id of the charge or refund. */
  payment_id: z.string(),
  /** For a refund, the gateway's id of the charge that it pays back. */
  of_payment_id: z.string().nullable(),
  raw_amount: z.number().int(),
  reason: z.string().nullable(),
  last4: z.string(),
  behaviour: BehaviourName,
  created_at: z.string(),
  /** The instant at which the charge takes effect; until then, a look-up answers `until_then`. */
  lands_at: z.string(),
  until_then: z.enum(['absent', 'running']),
});
const SavedCardEntry = z.object({
  kind: z.literal('token'),
  token: z.string(),
  last4: z.string(),
  behaviour: BehaviourName,
  refusal: z.string().nullable(),
  expmo: z.string().default(''),
  expyr: z.string().default(''),
  /** True for a token from the card fields of a page, which can be charged under one reference only, or saved once. */
  is_once: z.boolean().default(false),
});
const BookEntry = z.union([Movement, SavedCardEntry]);
type BookEntry = z.infer<typeof BookEntry>;

export type GatewayMovement = z.infer<typeof Movement>;
type MovementKind = GatewayMovement['kind'];
/** A charge or refund in the gateway's journal, without internal fields. */
export type GatewayJournalLine = Omit<GatewayMovement, 'behaviour' | 'lands_at' | 'until_then'>;
export type JournalCard = Omit<z.infer<typeof SavedCardEntry>, 'kind' | 'token'>;
type NewCharge = { reference: string; raw_amount: number; card: CheckedCard };
type NewRefund = { reference: string; raw_amount: number; payment_id: string };
/** The delay of a charge (in milliseconds from now) and what a look-up answers until then. */
export type ChargeDelay = { afterMs: number; untilThen: 'absent' | 'running' };

const RETURNED_AFTER_MS = 2 * 86_400_000;

/** An error for a reference that is used again with another amount. */
export class PaymentReferenceTaken extends Error {}

const keyOf = (kind: MovementKind, reference: string) => `${kind} ${reference}`;

/** Opens the journal of the built-in gateway from its file; `now` is the gateway's clock. */
export const openGatewayJournal = async (file: string, now: () => number) =>
  new GatewayJournal(await openJournal(file, BookEntry), now);

/**
 * The charges, refunds and cards of the built-in gateway: decided in memory, and kept in a JSONL file that holds no
 * card numbers.
 */
export class GatewayJournal {
  readonly #movements = new Map<string, GatewayMovement>();
  readonly #charges = new Map<string, GatewayMovement>();
  readonly #refunds = new Map<string, GatewayMovement[]>();
  readonly #cards = new Map<string, JournalCard>();
  // The reference that used each single-use token; forgotten at a restart.
  readonly #uses = new Map<string, string>();
  readonly #journal: Journal<BookEntry>;

  readonly #now: () => number;

  constructor(journal: Journal<BookEntry>, now: () => number) {
    this.#journal = journal;
    this.#now = now;
    for (const entry of journal.found) this.#remember(entry);
  }

  /** Resolves when every decision so far is on the disk. */
  durable = () => this.#journal.durable();
  close = () => this.#journal.close();

  /** Returns the card behind a token; undefined if there is none or the token was used under another reference. */
  cardFor(token: string, use: string): JournalCard | undefined {
    const card = this.#cards.get(token);
    if (!card?.is_once) return card;
    if ((this.#uses.get(token) ?? use) !== use) return undefined;
    this.#uses.set(token, use);
    return card;
  }

  /** Saves a card and returns a token by which the card can be charged. */
  saveCard(card: JournalCard): string {
    const token = newId(card.is_once ? 'pm' : 'card');
    return this.#record({ ...card, kind: 'token', token }).token;
  }

  /** Charges a card, or returns the charge that this reference made before. */
  charge(request: NewCharge, landing: ChargeDelay): GatewayMovement {
    const { card } = request;
    return (
      this.#known('charge', request) ??
      this.#record({
        ...newMovement('charge', request, card.refusal),
        payment_id: newId('pay'),
        of_payment_id: null,
        last4: card.last4,
        behaviour: card.behaviour,
        lands_at: new Date(this.#now() + landing.afterMs).toISOString(),
        until_then: landing.untilThen,
      })
    );
  }

  /** Refunds a charge, or returns the refund that this reference made before; never more than was captured. */
  refund(request: NewRefund): GatewayMovement {
    const before = this.#known('refund', request);
    if (before) return before;
    const charge = this.#chargeOf(request.payment_id);
    const refusal = refundRefusal(charge, request.raw_amount, this.#refundedOf(request.payment_id));
    return this.#record({
      ...newMovement('refund', request, refusal),
      payment_id: newId('refund'),
      of_payment_id: request.payment_id,
      last4: charge?.last4 ?? '',
      behaviour: charge?.behaviour ?? 'approved',
      lands_at: new Date(this.#now()).toISOString(),
      until_then: 'absent',
    });
  }

  /** Returns the test behavior of the card that was charged. */
  behaviourOf(paymentId: string): TestCardBehavior {
    return this.#chargeOf(paymentId)?.behaviour ?? 'approved';
  }

  lookUp(kind: MovementKind, reference: string): PaymentOutcome | { state: 'absent' | 'running' } {
    const movement = this.#movements.get(keyOf(kind, reference));
    if (!movement) return { state: 'absent' };
    return this.#hasLanded(movement)
      ? movementOutcome(this.#asOfNow(movement))
      : { state: movement.until_then };
  }

  /** Returns every charge and refund that has taken effect, oldest first. */
  lines(): GatewayJournalLine[] {
    return [...this.#movements.values()]
      .filter((movement) => this.#hasLanded(movement))
      .map((movement) => this.#asOfNow(movement))
      .map(({ behaviour: _behaviour, lands_at: _landsAt, until_then: _untilThen, ...line }) => line);
  }

  /** Returns a charge or refund as it stands now: a refund that the bank returned is declined from then on. */
  #asOfNow(movement: GatewayMovement): GatewayMovement {
    const isReturned =
      movement.kind === 'refund' &&
      movement.behaviour === 'refund_fails_later' &&
      Date.parse(movement.lands_at) + RETURNED_AFTER_MS <= this.#now();
    return isReturned
      ? { ...movement, state: 'declined', reason: 'The bank returned the refund.' }
      : movement;
  }

  #refundedOf(paymentId: string): number {
    const refunds = (this.#refunds.get(paymentId) ?? []).map((one) => this.#asOfNow(one));
    return refunds.reduce((sum, { state, raw_amount }) => sum + (state === 'succeeded' ? raw_amount : 0), 0);
  }

  #hasLanded(movement: GatewayMovement): boolean {
    return Date.parse(movement.lands_at) <= this.#now();
  }

  #chargeOf(paymentId: string): GatewayMovement | undefined {
    const charge = this.#charges.get(paymentId);
    return charge?.state === 'succeeded' && this.#hasLanded(charge) ? charge : undefined;
  }

  #known(
    kind: MovementKind,
    request: { reference: string; raw_amount: number },
  ): GatewayMovement | undefined {
    const movement = this.#movements.get(keyOf(kind, request.reference));
    if (movement && movement.raw_amount !== request.raw_amount) throw new PaymentReferenceTaken();
    return movement;
  }

  #record<T extends BookEntry>(entry: T): T {
    this.#remember(entry);
    this.#journal.append(entry);
    return entry;
  }

  #remember(entry: BookEntry) {
    if (entry.kind === 'token') {
      this.#cards.set(entry.token, entry);
      return;
    }
    this.#movements.set(keyOf(entry.kind, entry.reference), entry);
    const { of_payment_id } = entry;
    if (of_payment_id === null) this.#charges.set(entry.payment_id, entry);
    else this.#refunds.set(of_payment_id, [...(this.#refunds.get(of_payment_id) ?? []), entry]);
  }
}

/** Converts a charge or refund to the answer that the gateway gives its client. */
export const movementOutcome = (movement: GatewayMovement): PaymentOutcome =>
  movement.state === 'succeeded'
    ? {
        state: 'succeeded',
        payment_id: movement.payment_id,
        ...(movement.kind === 'charge' && { last4: movement.last4 }),
      }
    : { state: 'declined', reason: movement.reason ?? 'Your card was declined.' };

function newMovement<K extends MovementKind>(
  kind: K,
  request: { reference: string; raw_amount: number },
  refusal: string | null,
) {
  return {
    kind,
    reference: request.reference,
    raw_amount: request.raw_amount,
    state: decided(refusal),
    reason: refusal,
    created_at: new Date().toISOString(),
  };
}

const decided = (refusal: string | null): GatewayMovement['state'] =>
  refusal === null ? 'succeeded' : 'declined';

function refundRefusal(charge: GatewayMovement | undefined, amount: number, refunded: number): string | null {
  if (!charge) return 'There is no such payment.';
  if (charge.behaviour === 'refund_declined') return 'The bank refused the refund.';
  if (refunded + amount > charge.raw_amount) return 'The refund is more than what is left of the payment.';
  return null;
}

const newId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;

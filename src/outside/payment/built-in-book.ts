import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { openJournal } from '../journal.ts';
import type { KnownCard } from './card-check.ts';
import type { Outcome } from './gateway.ts';
import { isBehaviour, type Behaviour } from './test-cards.ts';

const BehaviourName = z.string().refine(isBehaviour);
const Movement = z.object({
  kind: z.enum(['charge', 'refund']),
  reference: z.string(),
  state: z.enum(['succeeded', 'declined']),
  /** The gateway's own id of this charge or refund. */
  payment_id: z.string(),
  /** On a refund: the id of the charge. */
  of_payment_id: z.string().nullable(),
  raw_amount: z.number().int(),
  reason: z.string().nullable(),
  last4: z.string(),
  behaviour: BehaviourName,
  created_at: z.string(),
  /** When the decision stands; before that the look-up says what `until_then` says. */
  lands_at: z.string(),
  until_then: z.enum(['absent', 'running']),
});
const SavedCard = z.object({
  kind: z.literal('token'),
  token: z.string(),
  last4: z.string(),
  behaviour: BehaviourName,
  refusal: z.string().nullable(),
});
const BookEntry = z.union([Movement, SavedCard]);

export type Movement = z.infer<typeof Movement>;
export type MovementKind = Movement['kind'];
/** A line of the book as everybody may read it. */
export type BookLine = Omit<Movement, 'behaviour' | 'lands_at' | 'until_then'>;
export type NewCharge = { reference: string; raw_amount: number; card: KnownCard };
export type NewRefund = { reference: string; raw_amount: number; payment_id: string };
/** When a charge lands (in milliseconds from now) and what the look-up says until then. */
export type Landing = { afterMs: number; untilThen: 'absent' | 'running' };

/** Thrown when a reference comes again with another amount. */
export class ReferenceTaken extends Error {}

export type Book = Awaited<ReturnType<typeof openBook>>;

const keyOf = (kind: MovementKind, reference: string) => `${kind} ${reference}`;
const hasLanded = (movement: Movement) => Date.parse(movement.lands_at) <= Date.now();

/** The built-in gateway's own book: decided in memory, kept in a JSONL file that holds no card numbers, rebuilt from it at start. */
export async function openBook(file: string) {
  const journal = await openJournal(file, BookEntry);
  const movements = new Map<string, Movement>();
  const charges = new Map<string, Movement>();
  const refunded = new Map<string, number>();
  const cards = new Map<string, KnownCard>();

  const remember = (entry: z.infer<typeof BookEntry>) => {
    if (entry.kind === 'token') {
      cards.set(entry.token, entry);
      return;
    }
    movements.set(keyOf(entry.kind, entry.reference), entry);
    if (entry.of_payment_id === null) charges.set(entry.payment_id, entry);
    else if (entry.state === 'succeeded') {
      refunded.set(entry.of_payment_id, (refunded.get(entry.of_payment_id) ?? 0) + entry.raw_amount);
    }
  };
  const record = <T extends z.infer<typeof BookEntry>>(entry: T): T => {
    remember(entry);
    journal.append(entry);
    return entry;
  };
  journal.found.forEach(remember);

  /** The movement of this reference, where there is one. */
  const known = (kind: MovementKind, asked: { reference: string; raw_amount: number }) => {
    const movement = movements.get(keyOf(kind, asked.reference));
    if (movement && movement.raw_amount !== asked.raw_amount) throw new ReferenceTaken();
    return movement;
  };
  const chargeOf = (paymentId: string) => {
    const charge = charges.get(paymentId);
    return charge?.state === 'succeeded' && hasLanded(charge) ? charge : undefined;
  };

  return {
    durable: () => journal.durable(),
    close: () => journal.close(),
    cardOf: (token: string) => cards.get(token),

    saveCard(card: KnownCard): string {
      return record({ kind: 'token', token: newId('card'), ...card }).token;
    },

    charge(asked: NewCharge, landing: Landing): Movement {
      const { card } = asked;
      return (
        known('charge', asked) ??
        record({
          ...newMovement('charge', asked, card.refusal),
          payment_id: newId('pay'),
          of_payment_id: null,
          last4: card.last4,
          behaviour: card.behaviour,
          lands_at: new Date(Date.now() + landing.afterMs).toISOString(),
          until_then: landing.untilThen,
        })
      );
    },

    refund(asked: NewRefund): Movement {
      const before = known('refund', asked);
      if (before) return before;
      const charge = chargeOf(asked.payment_id);
      const refusal = refundRefusal(charge, asked.raw_amount, refunded.get(asked.payment_id) ?? 0);
      return record({
        ...newMovement('refund', asked, refusal),
        payment_id: newId('refund'),
        of_payment_id: asked.payment_id,
        last4: charge?.last4 ?? '',
        behaviour: charge?.behaviour ?? 'approved',
        lands_at: new Date().toISOString(),
        until_then: 'absent',
      });
    },

    /** How the card behind a charge behaves. */
    behaviourOf: (paymentId: string): Behaviour => chargeOf(paymentId)?.behaviour ?? 'approved',

    lookUp(kind: MovementKind, reference: string): Outcome | { state: 'absent' | 'running' } {
      const movement = movements.get(keyOf(kind, reference));
      if (!movement) return { state: 'absent' };
      return hasLanded(movement) ? outcomeOf(movement) : { state: movement.until_then };
    },

    lines: (): BookLine[] =>
      [...movements.values()]
        .filter(hasLanded)
        .map(({ behaviour: _behaviour, lands_at: _landsAt, until_then: _untilThen, ...line }) => line),
  };
}

/** What the gateway tells its client about a movement. */
export const outcomeOf = (movement: Movement): Outcome =>
  movement.state === 'succeeded'
    ? { state: 'succeeded', payment_id: movement.payment_id }
    : { state: 'declined', reason: movement.reason ?? 'Your card was declined.' };

function newMovement<K extends MovementKind>(
  kind: K,
  asked: { reference: string; raw_amount: number },
  refusal: string | null,
) {
  return {
    kind,
    reference: asked.reference,
    raw_amount: asked.raw_amount,
    state: decided(refusal),
    reason: refusal,
    created_at: new Date().toISOString(),
  };
}

const decided = (refusal: string | null): Movement['state'] => (refusal === null ? 'succeeded' : 'declined');

function refundRefusal(charge: Movement | undefined, amount: number, refunded: number): string | null {
  if (!charge) return 'There is no such payment.';
  if (charge.behaviour === 'refund_declined') return 'The bank refused the refund.';
  if (refunded + amount > charge.raw_amount) return 'The refund is more than what is left of the payment.';
  return null;
}

const newId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;

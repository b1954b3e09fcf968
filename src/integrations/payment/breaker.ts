import { randomUUID } from 'node:crypto';
import { NothingSent, OutcomeUnknown, RequestRefused, type PaymentGateway } from './gateway.ts';

/** The breaker opens after this many payments in a row without an answer. */
const MOST_UNANSWERED = 5;
const OPEN_MS = 30_000;

/**
 * A circuit breaker, so that people do not wait for a gateway that answers nobody. It opens for 30 seconds after five
 * payments in a row without an answer, whatever their number of tries; then it lets one through, which opens it again
 * or closes it.
 */
export class Breaker {
  readonly #unanswered = new Set<string>();
  #openUntil = 0;

  /** `now` in milliseconds, on a clock that never goes back. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  get isOpen(): boolean {
    return this.now() < this.#openUntil;
  }

  /** Sends the request for this reference; throws `NothingSent` without sending while the breaker is open. */
  async ask<T>(reference: string, asking: () => Promise<T>): Promise<T> {
    if (this.isOpen) throw new NothingSent('The payment gateway did not answer lately and is not asked now.');
    // The first request after the pause is the probe; all others are rejected until its answer.
    if (this.#isTripped) this.#open();
    try {
      const answer = await asking();
      this.close();
      return answer;
    } catch (error) {
      if (error instanceof OutcomeUnknown) this.#unansweredBy(reference);
      // A rejection is an answer too, so the gateway is up.
      if (error instanceof RequestRefused) this.close();
      throw error;
    }
  }

  /** The gateway answered. */
  close(): void {
    this.#unanswered.clear();
    this.#openUntil = 0;
  }

  get #isTripped(): boolean {
    return this.#unanswered.size >= MOST_UNANSWERED;
  }

  #unansweredBy(reference: string): void {
    if (!this.#isTripped) this.#unanswered.add(reference);
    if (this.#isTripped) this.#open();
  }

  #open(): void {
    this.#openUntil = this.now() + OPEN_MS;
  }
}

/** Wraps a gateway with a breaker. Look-ups always pass, so that open outcomes are decided as soon as it answers. */
export function withBreaker(gateway: PaymentGateway, breaker: Breaker): PaymentGateway {
  return {
    name: gateway.name,
    // This sends nothing to the built-in gateway.
    prepare: (request) =>
      gateway.name === 'built-in'
        ? gateway.prepare(request)
        : breaker.ask(request.reference, () => gateway.prepare(request)),
    account: () => gateway.account(),
    listSucceeded: (span) => gateway.listSucceeded(span),
    charge: (request) => breaker.ask(request.reference, () => gateway.charge(request)),
    keepCard: (request) => breaker.ask(randomUUID(), () => gateway.keepCard(request)),
    refund: (request) => breaker.ask(request.reference, () => gateway.refund(request)),
    lookUp: async (request) => {
      const found = await gateway.lookUp(request);
      breaker.close();
      return found;
    },
  };
}

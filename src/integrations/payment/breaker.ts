import { randomUUID } from 'node:crypto';
import { PaymentNotSent, PaymentOutcomeUnknown, PaymentRejected, type PaymentGateway } from './gateway.ts';

/** The circuit breaker opens after this many payments in a row without an answer. */
const MOST_UNANSWERED = 5;
const OPEN_MS = 30_000;

/**
 * A circuit breaker, so that people do not wait for a payment gateway that answers nobody. It opens for 30 seconds
 * after five payments in a row without an answer, however many attempts each made; then it lets one request through,
 * whose result opens or closes it.
 */
export class CircuitBreaker {
  readonly #unanswered = new Set<string>();
  #openUntil = 0;

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  get isOpen(): boolean {
    return this.now() < this.#openUntil;
  }

  /** Sends the request for a payment's reference; throws `PaymentNotSent` without sending while the circuit breaker is open. */
  async ask<T>(reference: string, asking: () => Promise<T>): Promise<T> {
    if (this.isOpen)
      throw new PaymentNotSent('The payment gateway did not answer lately and is not asked now.');
    // The first request after the pause is a probe; all others are rejected until the probe is answered.
    if (this.#isTripped) this.#open();
    try {
      const answer = await asking();
      this.close();
      return answer;
    } catch (error) {
      if (error instanceof PaymentOutcomeUnknown) this.#unansweredBy(reference);
      // A rejection is an answer too, so the payment gateway is up.
      if (error instanceof PaymentRejected) this.close();
      throw error;
    }
  }

  /** Closes the circuit breaker, because the payment gateway answered. */
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

/**
 * Puts a circuit breaker in front of a payment gateway. Look-ups always pass, so that unknown outcomes are settled as
 * soon as the gateway answers again.
 */
export function withCircuitBreaker(gateway: PaymentGateway, breaker: CircuitBreaker): PaymentGateway {
  return {
    name: gateway.name,
    // `prepare` of the built-in gateway sends nothing, so it needs no circuit breaker.
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

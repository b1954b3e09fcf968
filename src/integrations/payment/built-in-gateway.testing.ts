import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { builtInGatewayClient } from './built-in-client.ts';
import { startBuiltInGateway, type BuiltInGateway } from './built-in-gateway.ts';
import type { PaymentGateway, CardOrToken } from './gateway.ts';
import { chargeWithRetries, refundWithRetries } from './retry.ts';
import { TEST_CARDS, type TestCardBehavior } from './test-cards.ts';

const LIMITS = { tryMs: 600, totalMs: 1500 };
export const DELAYS = { answerLateMs: 200, appearLateMs: 3_600_000 };

export const cardOf = (behaviour: TestCardBehavior): CardOrToken => ({
  card: { number: TEST_CARDS[behaviour].number, expmo: '12', expyr: '2099', cvv: '123' },
});

/** Starts a gateway with a new book before each test. */
function newGateways() {
  let now: () => number;
  let folder: string;
  let file: string;
  let server: BuiltInGateway;
  let gateway: PaymentGateway;
  const open: BuiltInGateway[] = [];

  const start = async () => {
    server = await startBuiltInGateway({ file, delays: DELAYS, now: () => now() });
    open.push(server);
    gateway = builtInGatewayClient(server.url);
  };
  const stop = async () => {
    open.pop();
    await server.close();
  };
  const restart = async () => {
    await stop();
    await start();
  };

  beforeEach(async () => {
    now = Date.now;
    folder = await mkdtemp(join(tmpdir(), 'ric-gateway-'));
    file = join(folder, 'outside', 'gateway.jsonl');
    await start();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await rm(folder, { recursive: true });
  });

  return {
    file: () => file,
    url: () => server.url,
    book: () => server.book(),
    gateway: () => gateway,
    /** Stops or moves the gateway's clock. */
    setClock: (clock: () => number) => (now = clock),
    stop,
    restart,
  };
}

/** A gateway with a new book for each test, and the functions that charge and refund there. */
export function gatewaySetup() {
  const running = newGateways();
  const { gateway, book } = running;
  const charge = (reference: string, payWith: CardOrToken = cardOf('approved'), raw_amount = 41_200) =>
    chargeWithRetries(
      gateway(),
      {
        reference,
        handle: null,
        raw_amount,
        with: payWith,
        description: 'Tee time',
        is_telephone_order: false,
      },
      LIMITS,
    );
  const refund = (reference: string, payment_id: string, raw_amount: number) =>
    refundWithRetries(gateway(), { reference, payment_id, raw_amount }, LIMITS);
  const lookUp = (reference: string, kind: 'charge' | 'refund' = 'charge') =>
    gateway().lookUp({
      kind,
      reference,
      handle: null,
      payment_id: null,
      signal: AbortSignal.timeout(30_000),
    });
  const paid = async (behaviour: TestCardBehavior) => {
    const outcome = await charge('paid', cardOf(behaviour));
    if (outcome.state !== 'succeeded') throw new Error('The charge was declined.');
    return outcome.payment_id;
  };
  const bookOf = (reference: string) => book().filter((line) => line.reference === reference);

  return { ...running, charge, refund, lookUp, paid, bookOf };
}

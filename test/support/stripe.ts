import { afterAll, beforeAll } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app/app.ts';
import type { HttpCall } from '../../src/contract/call.ts';
import { CircuitBreaker, withCircuitBreaker } from '../../src/integrations/payment/breaker.ts';
import { stripeGateway } from '../../src/integrations/payment/stripe/stripe.ts';
import { startStripeServer } from '../../src/integrations/payment/stripe/stripe-server.testing.ts';
import type { AppContext } from '../../src/server/process/context.ts';
import {
  injectCall,
  type ReceivedAnswer,
  type HeaderFields,
  type AnyCallInput,
  type TestApp,
} from './app.ts';

type Server = Awaited<ReturnType<typeof startStripeServer>>;
export type StripeTestApp = {
  readonly server: Server;
  readonly context: AppContext;
  /** Returns an application context with another secret key of Stripe; `sk_test_2` belongs to another Stripe account. */
  appWith(secretKey: string): AppContext;
  /** Sends any input, valid or not, to an HTTP call. */
  call(called: HttpCall, sent?: AnyCallInput, headers?: HeaderFields): Promise<ReceivedAnswer>;
};

/**
 * Opens a second application for a test file, whose cards are charged at a local server that speaks Stripe's protocol. Call
 * it after `testApp`, which then must not compare its ledger with the built-in gateway's records.
 */
export function stripeTestApp(app: TestApp, canFlagTelephoneOrders = false): StripeTestApp {
  let opened: { server: Server; context: AppContext; http: FastifyInstance } | undefined;
  const open = () => {
    if (!opened) throw new Error('Stripe is open while tests run only.');
    return opened;
  };
  const appAt = (apiUrl: string, secretKey: string): AppContext => {
    const { paymentTryMs: tryMs } = app.context.settings;
    const gateway = stripeGateway({ secretKey, apiUrl, tryMs, canFlagTelephoneOrders });
    const breaker = new CircuitBreaker();
    return {
      ...app.context,
      integrations: { ...app.integrations, gateway: withCircuitBreaker(gateway, breaker), breaker },
    };
  };
  beforeAll(async () => {
    const server = await startStripeServer();
    const context = appAt(server.url, 'sk_test_1');
    opened = { server, context, http: await buildApp(context, { webRoot: null, logger: false }) };
  });
  afterAll(async () => {
    await opened?.http.close();
    await opened?.server.close();
  });
  return {
    get server() {
      return open().server;
    },
    get context() {
      return open().context;
    },
    appWith: (secretKey) => appAt(open().server.url, secretKey),
    call: (called, sent, headers) => injectCall(open().http, called, { ...sent, headers }),
  };
}

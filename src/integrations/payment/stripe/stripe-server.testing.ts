import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  stripeCardErrorAnswer,
  DECLINED_CARD_NUMBERS,
  stripeErrorAnswer,
  stripeMissingAnswer,
  nowInSeconds,
  stripeListPage,
  stripeRefusedAnswer,
  type StripeAnswer,
} from './stripe-answers.testing.ts';

/** A request that the test server received; the keys of the form stay flat, as in `payment_method_options[card][moto]`. */
export type StripeRequest = {
  method: string;
  path: string;
  key: string | null;
  /** The account to which the request's secret key belongs. */
  account: string;
  form: Record<string, string>;
};
type Step = 'account' | 'prepare' | 'card' | 'confirm' | 'refund' | 'retrieve' | 'list';
type How =
  | `${'hang' | 'error'}_${'before' | 'after'}`
  | `${'reset' | 'broken'}_after`
  | ('rate_limit' | 'revoked' | 'restricted');
/** A fault at one step of the protocol, for that many requests. */
export type StripeFault = { step: Step; how: How; times: number };

type Intent = {
  id: string;
  account: string;
  object: 'payment_intent';
  created: number;
  amount: number;
  status: string;
  last_payment_error: unknown;
  payment_method: string | null;
  metadata: object;
};
type RefundMade = {
  id: string;
  object: 'refund';
  created: number;
  payment_intent: string;
  amount: number;
  status: string;
  metadata: object;
};

/** The data that Stripe would store, and the answers at each step of the protocol. */
class StripeBook {
  readonly intents = new Map<string, Intent>();
  readonly refunds: RefundMade[] = [];
  pageSize = 100;
  refundStatus = 'succeeded';
  /** The payment intents whose charge the cardholder disputes. */
  readonly disputed = new Set<string>();
  private readonly cards = new Map<string, string>();
  private readonly expiries = new Map<string, { exp_month: number; exp_year: number }>();
  private readonly uses = new Map<string, string>();
  private readonly answered = new Map<string, { sent: string; answer: StripeAnswer }>();

  /** Forgets the idempotency keys, as Stripe does after a day. */
  forgetKeys() {
    this.answered.clear();
  }

  perform(step: Step, request: StripeRequest): StripeAnswer {
    if (request.key === null) return this[step](request);
    const sent = JSON.stringify([request.path, request.form]);
    const before = this.answered.get(request.key);
    if (before && before.sent !== sent) return stripeErrorAnswer(400, { type: 'idempotency_error' });
    const answer = before?.answer ?? this[step](request);
    this.answered.set(request.key, { sent, answer });
    return answer;
  }

  private account({ account }: StripeRequest): StripeAnswer {
    return { status: 200, body: { id: account, object: 'account' } };
  }

  private prepare({ form, account }: StripeRequest): StripeAnswer {
    const amount = Number(form['amount']);
    if (amount < 50) return stripeRefusedAnswer('amount_too_small');
    if (amount > 99_999_999) return stripeRefusedAnswer('amount_too_large');
    const id = `pi_${this.intents.size + 1}`;
    const metadata = { reference: form['metadata[reference]'] };
    const status = 'requires_payment_method';
    this.intents.set(id, {
      id,
      account,
      object: 'payment_intent',
      created: nowInSeconds(),
      amount,
      status,
      last_payment_error: null,
      payment_method: null,
      metadata,
    });
    return { status: 200, body: { ...this.intents.get(id) } };
  }

  private card({ form }: StripeRequest): StripeAnswer {
    const number = form['card[number]'] ?? '4242424242424242';
    this.expiries.set(`pm_${this.cards.size + 1}`, {
      exp_month: Number(form['card[exp_month]'] ?? 12),
      exp_year: Number(form['card[exp_year]'] ?? 2099),
    });
    if (number.endsWith('1'))
      return stripeCardErrorAnswer({ code: 'incorrect_number', decline_code: '' }, number);
    const id = `pm_${this.cards.size + 1}`;
    this.cards.set(id, number);
    return { status: 200, body: this.methodOf(id) };
  }

  /** Returns a payment intent if it belongs to the request's account; for another account, the intent does not exist. */
  private intentFor({ account }: StripeRequest, id = ''): Intent | undefined {
    const intent = this.intents.get(id);
    return intent?.account === account ? intent : undefined;
  }

  private confirm(request: StripeRequest): StripeAnswer {
    const { path, form } = request;
    const intent = this.intentFor(request, path.split('/')[3]);
    if (!intent) return stripeMissingAnswer;
    if (intent.status !== 'requires_payment_method')
      return stripeRefusedAnswer('payment_intent_unexpected_state');
    const method = form['payment_method'] ?? '';
    // A payment method without a customer can be used for one intent only.
    const usedBy = this.uses.get(method) ?? intent.id;
    if (usedBy !== intent.id) return stripeRefusedAnswer('payment_method_used');
    this.uses.set(method, intent.id);
    const number = this.cards.get(method) ?? '';
    const decline = DECLINED_CARD_NUMBERS[number];
    if (decline) {
      intent.last_payment_error = { type: 'card_error', ...decline };
      return stripeCardErrorAnswer(decline, number);
    }
    intent.status = 'succeeded';
    intent.payment_method = method;
    return { status: 200, body: this.intentOf(intent, form) };
  }

  private refund(request: StripeRequest): StripeAnswer {
    const { form } = request;
    const intent = this.intentFor(request, form['payment_intent']);
    const amount = Number(form['amount']);
    const before = this.refunds
      .filter((r) => r.payment_intent === intent?.id)
      .reduce((sum, r) => sum + r.amount, 0);
    if (!intent || intent.status !== 'succeeded') return stripeMissingAnswer;
    if (this.disputed.has(intent.id)) return stripeRefusedAnswer('charge_disputed');
    if (before + amount > intent.amount) return stripeRefusedAnswer('charge_already_refunded');
    const metadata = { reference: form['metadata[reference]'] };
    const id = `re_${this.refunds.length + 1}`;
    this.refunds.unshift({
      id,
      object: 'refund',
      created: nowInSeconds(),
      payment_intent: intent.id,
      amount,
      status: this.refundStatus,
      metadata,
    });
    return { status: 200, body: { ...this.refunds[0] } };
  }

  private retrieve(request: StripeRequest): StripeAnswer {
    const { path, form } = request;
    const id = path.split('/')[3] ?? '';
    if (this.cards.has(id)) return { status: 200, body: this.methodOf(id) };
    const intent = this.intentFor(request, id);
    return intent ? { status: 200, body: this.intentOf(intent, form) } : stripeMissingAnswer;
  }

  /** Stores a card as Stripe's card fields on a page do, and returns its id. */
  fieldsTook(number: string): string {
    const id = `pm_${this.cards.size + 1}`;
    this.cards.set(id, number);
    this.expiries.set(id, { exp_month: 12, exp_year: 2099 });
    return id;
  }

  private methodOf(id: string) {
    const card = { last4: this.cards.get(id)?.slice(-4), ...this.expiries.get(id) };
    return { id, object: 'payment_method', card };
  }

  private intentOf(intent: Intent, form: StripeRequest['form']) {
    const { payment_method: id } = intent;
    return {
      ...intent,
      payment_method: id && form['expand[0]'] === 'payment_method' ? this.methodOf(id) : id,
    };
  }

  private list(request: StripeRequest): StripeAnswer {
    const { form, path, account } = request;
    if (path === '/v1/payment_intents')
      return stripeListPage(
        [...this.intents.values()].filter((one) => one.account === account),
        request,
        this.pageSize,
      );
    const of = form['payment_intent'];
    if (of !== undefined && !this.intentFor(request, of)) return stripeMissingAnswer;
    const all = this.refunds.filter((r) => of === undefined || r.payment_intent === of);
    return stripeListPage(all, request, this.pageSize);
  }
}

/** Starts a test server with the part of Stripe's protocol that the adapter uses, idempotency keys and faults included. */
export async function startStripeServer() {
  const requests: StripeRequest[] = [];
  const faults: StripeFault[] = [];
  const book = new StripeBook();

  const takeFault = (step: Step): How | null => {
    const fault = faults.find((one) => one.step === step && one.times > 0);
    if (!fault) return null;
    fault.times -= 1;
    return fault.how;
  };
  const respond = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await read(incoming);
    requests.push(request);
    const step = stepOf(request);
    const how = takeFault(step);
    if (how === 'hang_before') return;
    if (how === 'error_before') return send(response, stripeErrorAnswer(500, { type: 'api_error' }));
    if (how === 'rate_limit')
      return send(response, stripeErrorAnswer(429, { type: 'invalid_request_error', code: 'rate_limit' }));
    if (how === 'revoked') return send(response, stripeErrorAnswer(401, { type: 'invalid_request_error' }));
    if (how === 'restricted')
      return send(
        response,
        stripeErrorAnswer(403, { type: 'invalid_request_error', code: 'account_restricted' }),
      );
    const answer = book.perform(step, request);
    if (how === 'hang_after') return;
    if (how === 'error_after') return send(response, stripeErrorAnswer(500, { type: 'api_error' }));
    if (how === 'reset_after') return incoming.socket.resetAndDestroy();
    if (how === 'broken_after') return response.end('{"id": "pi_');
    return send(response, answer);
  };

  const server = createServer((incoming, response) => void respond(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    faults,
    book,
    sentTo: (step: Step) => requests.filter((request) => stepOf(request) === step),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function stepOf({ method, path }: StripeRequest): Step {
  if (path === '/v1/account') return 'account';
  if (path === '/v1/payment_intents') return method === 'POST' ? 'prepare' : 'list';
  if (path === '/v1/payment_methods') return 'card';
  if (path.endsWith('/confirm')) return 'confirm';
  if (path === '/v1/refunds') return method === 'POST' ? 'refund' : 'list';
  return 'retrieve';
}

async function read(incoming: IncomingMessage): Promise<StripeRequest> {
  const url = new URL(incoming.url ?? '/', 'http://stripe');
  const form = new URLSearchParams((await text(incoming)) || url.search);
  const key = incoming.headers['idempotency-key'];
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    key: typeof key === 'string' ? key : null,
    account: accountOf(incoming.headers.authorization ?? ''),
    form: Object.fromEntries(form),
  };
}

// `sk_test_1` and `sk_test_1b` are both keys of the account `acct_1`.
const accountOf = (authorization: string) => `acct_${/^Bearer sk_test_(\d+)/.exec(authorization)?.[1] ?? ''}`;

function send(response: ServerResponse, { status, body }: StripeAnswer) {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
    .end(JSON.stringify(body));
}

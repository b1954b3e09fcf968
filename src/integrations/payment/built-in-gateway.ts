import { z } from 'zod';
import {
  startSimulator,
  unrefDelay,
  type ListenAddress,
  type SimulatorRequest,
  type Simulator,
  type SimulatorAnswer,
} from '../simulator.ts';
import {
  openGatewayJournal,
  movementOutcome,
  PaymentReferenceTaken,
  type GatewayJournal,
  type GatewayJournalLine,
  type ChargeDelay,
  type GatewayMovement,
  type JournalCard,
} from './built-in-book.ts';
import { cardFieldsFile } from './fields/built-in-fields.ts';
import { checkTypedCard, type CheckedCard } from './card-check.ts';
import { PAYMENT_REJECTION_TEXTS, type PaymentRejectionCause } from './gateway.ts';
import type { TestCardBehavior } from './test-cards.ts';

/*
 * The faults of `TEST_CARDS`, for attempts under one reference:
 * - A time-out lasts: every attempt under that reference hangs, so that retries do not settle the payment and only
 *   the look-up tells the outcome. The socket stays open until the client gives up. The fault belongs to the card, so
 *   it lasts over a restart too.
 * - A 500, a reset connection and broken JSON occur once; the retry gets the outcome. The journal does not store
 *   which reference had its fault: after a restart, the fault may occur once more, as it might at a real gateway.
 * - Late answers and late charges are in the journal from the start, with the instant at which they take effect, so a
 *   restart neither loses nor hastens them.
 */

export type GatewayDelays = {
  /** The delay of an answer for the test card `answers_late`, in milliseconds. */
  answerLateMs: number;
  /** The delay until the charge of the test card `appears_late` exists, in milliseconds. */
  appearLateMs: number;
};
type BuiltInGatewaySettings = ListenAddress & {
  file: string;
  delays?: Partial<GatewayDelays> | undefined;
  /** Returns the time, in milliseconds, by which charges take effect; a test moves this clock instead of waiting. */
  now?: (() => number) | undefined;
  /** Reads the journal at the first request instead of before the server starts to answer. */
  isLazy?: boolean;
};
export type BuiltInGateway = Simulator & { book(): GatewayJournalLine[] };

const Amount = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
// Stripe's limits for a charge in US dollars.
const LEAST_CENTS = 50;
const MOST_CENTS = 99_999_999;
const Reference = z.string().min(1).max(200);
const CardSent = z.object({
  number: z.string().max(40),
  expmo: z.string().max(4),
  expyr: z.string().max(4),
  cvv: z.string().max(4),
});
const ChargeSent = z.object({
  reference: Reference,
  raw_amount: Amount,
  description: z.string().max(1000),
  card: CardSent.optional(),
  token: z.string().optional(),
});
const RefundSent = z.object({ reference: Reference, raw_amount: Amount, payment_id: z.string() });
const TokenSent = z.union([z.object({ card: CardSent }), z.object({ token: z.string() })]);

/**
 * Starts the built-in gateway: an HTTP server whose journal in `file` is synced before each answer; `book()` reads
 * the journal without HTTP.
 */
export async function startBuiltInGateway(settings: BuiltInGatewaySettings): Promise<BuiltInGateway> {
  const delays = { answerLateMs: 12_000, appearLateMs: 30_000, ...settings.delays };
  let opened: { book: GatewayJournal; answer: ReturnType<typeof createAppContext> } | undefined;
  const openOnce = async () => {
    const book = await openGatewayJournal(settings.file, settings.now ?? Date.now);
    opened = { book, answer: createAppContext(book, delays) };
    return opened;
  };
  let opening: ReturnType<typeof openOnce> | undefined;
  const openedBook = () => (opening ??= openOnce());
  if (!settings.isLazy) await openedBook();
  const server = await startSimulator(settings, async (request) =>
    (await openedBook()).answer(request),
  ).catch(async (error: unknown) => {
    await opened?.book.close();
    throw error;
  });
  return {
    url: server.url,
    book: () => opened?.book.lines() ?? [],
    async close() {
      await server.close();
      await opened?.book.close();
    },
  };
}

function createAppContext(book: GatewayJournal, delays: GatewayDelays) {
  const faulted = new Set<string>();
  const firstTimeFor = (key: string) => !faulted.has(key) && faulted.add(key) !== undefined;
  const routes = new Map<string, (request: SimulatorRequest) => Promise<SimulatorAnswer>>([
    ['POST charges', ({ body }) => charge(book, ChargeSent.parse(body), { delays, firstTimeFor })],
    ['POST refunds', ({ body }) => refund(book, RefundSent.parse(body), firstTimeFor)],
    ['POST tokens', ({ body }) => keepCard(book, TokenSent.parse(body))],
    // These addresses serve the card fields of a page and take the typed cards; only the card fields ever hold a card's number.
    ['GET fields/:reference', ({ path }) => Promise.resolve(cardFieldsFile(path[1] ?? '') ?? notFound)],
    [
      'POST fields/:reference',
      async ({ body }) => fromAnyPage(await saveCard(book, CardSent.parse(body), true)),
    ],
    [
      'OPTIONS fields/:reference',
      () => Promise.resolve(fromAnyPage({ status: 204, text: '', type: 'text/plain' })),
    ],
    ['GET charges/:reference', ({ path }) => lookedUp(book, 'charge', path[1] ?? '')],
    ['GET refunds/:reference', ({ path }) => lookedUp(book, 'refund', path[1] ?? '')],
    ['GET book', () => wholeBook(book)],
  ]);
  return async (request: SimulatorRequest): Promise<SimulatorAnswer> => {
    const [what, ...rest] = request.path;
    const place = [what, ...rest.map(() => ':reference')].join('/');
    const route = routes.get(`${request.method} ${place}`);
    return route ? route(request).catch(conflict) : notFound;
  };
}

const refusal = (status: number, code: PaymentRejectionCause): SimulatorAnswer => ({
  status,
  body: { code, message: PAYMENT_REJECTION_TEXTS[code] },
});
const unknownCard = refusal(422, 'card');
const notFound: SimulatorAnswer = { status: 404, body: { message: 'There is nothing here.' } };

type Faults = { delays: GatewayDelays; firstTimeFor: (key: string) => boolean };

async function charge(
  book: GatewayJournal,
  sent: z.infer<typeof ChargeSent>,
  faults: Faults,
): Promise<SimulatorAnswer> {
  const card = knownCard(book, sent);
  if (!card) return unknownCard;
  if (sent.raw_amount < LEAST_CENTS) return refusal(400, 'amount_too_small');
  if (sent.raw_amount > MOST_CENTS) return refusal(400, 'amount_too_large');
  if (card.behaviour === 'account_restricted') return refusal(403, 'account');
  if (card.behaviour === 'timeout_before') return 'hang';
  if (card.behaviour === 'error_before' && faults.firstTimeFor(sent.reference)) return failed;
  const movement = book.charge({ ...sent, card }, landingOf(card.behaviour, faults.delays));
  await book.durable();
  if (card.behaviour === 'answers_late') await unrefDelay(Date.parse(movement.lands_at) - Date.now());
  return faultAfter(card.behaviour, sent.reference, faults) ?? answerOf(movement);
}

function faultAfter(behaviour: TestCardBehavior, reference: string, faults: Faults): SimulatorAnswer | null {
  if (behaviour === 'timeout_after' || behaviour === 'appears_late') return 'hang';
  const once: Partial<Record<TestCardBehavior, SimulatorAnswer>> = {
    error_after: failed,
    reset_after: 'reset',
    broken_json_after: { status: 200, text: '{"state":"succee', type: 'application/json' },
  };
  const fault = once[behaviour];
  return fault !== undefined && faults.firstTimeFor(reference) ? fault : null;
}

async function refund(
  book: GatewayJournal,
  sent: z.infer<typeof RefundSent>,
  firstTimeFor: Faults['firstTimeFor'],
): Promise<SimulatorAnswer> {
  const behaviour = book.behaviourOf(sent.payment_id);
  if (behaviour === 'refund_timeout_before') return 'hang';
  if (behaviour === 'refund_disputed') return refusal(400, 'disputed');
  if (behaviour === 'refund_elsewhere') return refusal(400, 'already_refunded');
  const movement = book.refund(sent);
  await book.durable();
  if (behaviour === 'refund_timeout_after') return 'hang';
  if (behaviour === 'refund_error_after' && firstTimeFor(`refund ${sent.reference}`)) return failed;
  return answerOf(movement);
}

// Allows a partner's page to post a card here, as it could to the script of a real gateway.
const fromAnyPage = (answer: SimulatorAnswer): SimulatorAnswer =>
  typeof answer === 'string' ? answer : { ...answer, headers: { ...answer.headers, ...ANY_PAGE } };
const ANY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  // This header allows a page from the internet to send requests to this machine.
  'access-control-allow-private-network': 'true',
};

function saveCard(
  book: GatewayJournal,
  sent: z.infer<typeof CardSent>,
  is_once: boolean,
): Promise<SimulatorAnswer> {
  const { expmo, expyr } = sent;
  return saved(book, { ...checkTypedCard(sent, new Date()), expmo, expyr, is_once });
}

async function keepCard(book: GatewayJournal, sent: z.infer<typeof TokenSent>): Promise<SimulatorAnswer> {
  if ('card' in sent) return saveCard(book, sent.card, false);
  const card = book.cardFor(sent.token, 'kept');
  return card ? saved(book, { ...card, is_once: false }) : unknownCard;
}

async function saved(book: GatewayJournal, card: JournalCard): Promise<SimulatorAnswer> {
  const token = book.saveCard(card);
  await book.durable();
  const { last4, expmo, expyr } = card;
  return { status: 200, body: { token, last4, expmo, expyr } };
}

async function lookedUp(
  book: GatewayJournal,
  kind: GatewayMovement['kind'],
  reference: string,
): Promise<SimulatorAnswer> {
  const found = book.lookUp(kind, reference);
  // An entry that is not on the disk yet could be lost in a crash, so it is reported only after the sync.
  await book.durable();
  return { status: found.state === 'absent' ? 404 : 200, body: found };
}

async function wholeBook(book: GatewayJournal): Promise<SimulatorAnswer> {
  await book.durable();
  return { status: 200, body: book.lines() };
}

function knownCard(book: GatewayJournal, sent: z.infer<typeof ChargeSent>): CheckedCard | undefined {
  if (sent.card) return checkTypedCard(sent.card, new Date());
  return sent.token === undefined ? undefined : book.cardFor(sent.token, sent.reference);
}

function landingOf(behaviour: TestCardBehavior, delays: GatewayDelays): ChargeDelay {
  if (behaviour === 'answers_late') return { afterMs: delays.answerLateMs, untilThen: 'running' };
  if (behaviour === 'appears_late') return { afterMs: delays.appearLateMs, untilThen: 'absent' };
  return { afterMs: 0, untilThen: 'absent' };
}

const failed: SimulatorAnswer = { status: 500, body: { message: 'Something went wrong at the gateway.' } };

function answerOf(movement: GatewayMovement): SimulatorAnswer {
  return { status: movement.state === 'succeeded' ? 200 : 402, body: movementOutcome(movement) };
}

function conflict(error: unknown): SimulatorAnswer {
  if (!(error instanceof PaymentReferenceTaken)) throw error;
  return { status: 409, body: { message: 'This reference was used for another amount.' } };
}

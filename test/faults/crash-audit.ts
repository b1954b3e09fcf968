import { z } from 'zod';
import { ledgerProblems } from '../../src/areas/reconciling/ledger-check.queries.ts';
import type { Db } from '../../src/server/process/context.ts';
import type { Ask } from './asks.ts';

/** One customer's booking, and the later requests about it. The e-mail address belongs to this customer only. */
export type CustomerStory = {
  email: string;
  booking: Ask;
  cancel?: Ask | undefined;
  /** An earlier change of the tee time, paid by card, and the change that the test requested. */
  before?: Ask | undefined;
  change?: Ask | undefined;
  /** The number of players after the change. */
  players?: number | undefined;
  /** The most that the cancellation may refund to the card, in cents; the full charge if absent. */
  refund?: number | undefined;
};
export type LossCount = { lost: number; doubled: number };
export type AuditResult = LossCount & { state: string; why: string[] };

const Line = z.object({
  kind: z.enum(['charge', 'refund']),
  reference: z.string(),
  state: z.enum(['succeeded', 'declined']),
  raw_amount: z.number(),
});

/** Returns the succeeded charges and refunds in the gateway's own records. */
export async function gatewayMovements(gatewayUrl: string) {
  const response = await fetch(`${gatewayUrl}/book`);
  const moved = z.array(Line).parse(await response.json());
  const of = (kind: 'charge' | 'refund') =>
    moved.filter((line) => line.kind === kind && line.state === 'succeeded');
  return { charges: of('charge'), refunds: of('refund') };
}

export async function ledgerAndGatewayProblems(db: Db, gatewayUrl: string): Promise<string[]> {
  return ledgerProblems(db, await gatewayMovements(gatewayUrl));
}

/**
 * Compares, for each customer's story, the answers to the client with RIC's tables and the gateway's own records; returns
 * what was lost or done twice.
 */
export async function auditStories(
  db: Db,
  gatewayUrl: string,
  stories: CustomerStory[],
): Promise<Map<CustomerStory, AuditResult>> {
  const book = await gatewayMovements(gatewayUrl);
  const charged = new Map(book.charges.map((line) => [line.reference, line.raw_amount]));
  const refunded = new Map(book.refunds.map((line) => [line.reference, line.raw_amount]));
  const teeTimes = await db
    .selectFrom('tee_times as t')
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .select(['t.id', 't.state', 't.players', 't.raw_total', 't.raw_open', 't.is_card', 'c.email'])
    .execute();
  const allocations = await db
    .selectFrom('payment_allocations')
    .select(['payment_attempt_id', 'tee_time_id'])
    .execute();
  const mails = await db.selectFrom('outbox').select(['tee_time_id', 'kind', 'recipient']).execute();
  const teeTimesOf = grouped(teeTimes, (row) => row.email);
  const allocationsOf = grouped(allocations, (row) => row.tee_time_id);
  const mailsOf = grouped(mails, (row) => row.tee_time_id ?? 0);
  return new Map(
    stories.map((story) => {
      const rows = teeTimesOf(story.email);
      const references = rows
        .flatMap((row) => allocationsOf(row.id))
        .map(({ payment_attempt_id }) => payment_attempt_id);
      const amounts = (moved: Map<string, number>) =>
        references.flatMap((reference) => moved.get(reference) ?? []);
      const seen: Seen = {
        booked: rows.filter((row) => row.state !== 'failed'),
        charges: amounts(charged),
        refunds: amounts(refunded),
        mails: rows.flatMap((row) => mailsOf(row.id)).map((mail) => `${mail.kind} to ${mail.recipient}`),
      };
      const states = seen.booked.map((row) => row.state).join(' and ') || 'failed';
      return [story, { ...costOf(story, seen), state: states }];
    }),
  );
}

function grouped<Row, Key>(rows: Row[], keyOf: (row: Row) => Key): (key: Key) => Row[] {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return (key) => groups.get(key) ?? [];
}

type Seen = {
  booked: { state: string; players: number; raw_total: number; raw_open: number; is_card: boolean }[];
  charges: number[];
  refunds: number[];
  mails: string[];
};

const Done = z.object({ valid: z.boolean() });
const sumOf = (amounts: number[]) => amounts.reduce((sum, cents) => sum + cents, 0);

function costOf(story: CustomerStory, seen: Seen): LossCount & { why: string[] } {
  const wrong = countsOf(story, seen).filter(([, wanted, found]) => wanted !== found);
  return {
    lost: wrong.filter(([, wanted, found]) => found < wanted).length,
    doubled: wrong.filter(([, wanted, found]) => found > wanted).length,
    why: wrong.map(([what, wanted, found]) => `${story.email}: ${found} ${what} instead of ${wanted}`),
  };
}

type Count = [what: string, wanted: number, found: number];

function countsOf(story: CustomerStory, { booked, charges, refunds, mails }: Seen): Count[] {
  const keptCents = sumOf(charges) - sumOf(refunds);
  if (story.booking.answers.at(-1)?.status !== 200) {
    // A late charge may appear together with its reversal, so that no money is kept.
    return [
      ['bookings', 0, booked.length],
      ['cents kept', 0, keptCents],
      ['mails', 0, mails.length],
    ];
  }
  const [found] = booked;
  const total = found?.is_card ? found.raw_total - found.raw_open : 0;
  const giveBack = isDone(story.cancel) ? Math.min(total, story.refund ?? total) : 0;
  const { players, before, changes, charged, givenBack } = changesOf(story);
  // A receipt that was still unsent when its tee time was changed is never sent.
  const mostMails = 2 * (1 + changes);
  return [
    ['bookings', 1, booked.length],
    ['players', players, found?.players ?? 0],
    ['cents kept', total - giveBack, keptCents],
    ['charges', Math.sign(total) + charged, charges.length],
    ['refunds', Math.sign(giveBack) * (1 + before) + givenBack, refunds.length],
    ['mails', Math.min(mostMails, Math.max(2, mails.length)), mails.length],
    ['different mails', 2, new Set(mails).size],
  ];
}

/** Counts the changes of a customer's tee time, its current players, and its charges and refunds. */
function changesOf(story: CustomerStory) {
  const before = story.before ? 1 : 0;
  const changed = isChanged(story.change);
  const players = before ? PLAYERS_AFTER_CHANGE : 4;
  return {
    before,
    changes: before + (changed ? 1 : 0),
    players: changed ? (story.players ?? players) : players,
    charged: before + (changed?.raw_charged ? 1 : 0),
    givenBack: changed?.raw_back ? 1 + before : 0,
  };
}
/** The number of players after an earlier change of the tee time. */
export const PLAYERS_AFTER_CHANGE = 5;

const Changed = z.object({ raw_charged: z.number(), raw_back: z.number() });
const isChanged = (change: Ask | undefined) => {
  const last = change?.answers.at(-1);
  return last?.status === 200 ? Changed.parse(last.body) : null;
};

const isDone = (cancel: Ask | undefined): boolean =>
  Done.safeParse(cancel?.answers.at(-1)?.body).data?.valid ?? false;

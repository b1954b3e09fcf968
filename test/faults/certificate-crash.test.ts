import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  certificateSales,
  CertificateSaleAnswer,
} from '../../src/areas/gift-certificates/selling/selling.contract.ts';
import type { TestCardBehavior } from '../../src/integrations/payment/test-cards.ts';
import type { Database } from '../../src/server/database/open.ts';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { aCard } from '../support/bookings.ts';
import { aCertificateSaleBody } from '../support/selling.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { ledgerAndGatewayProblems, gatewayMovements } from './crash-audit.ts';
import { ageUnansweredCharge } from './crash/dying.ts';
import type { Ask } from './asks.ts';
import {
  killableApp,
  ageOpenWork,
  createServerDatabase,
  QUICK_TRIES,
  UNHURRIED_INTERVALS,
  type KillableApp,
} from './killable-app.ts';

const tried = faultTable('certificate-crash');
const serverUrl = process.env.TEST_DATABASE_URL;
const VALUE = 10_000;

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

/**
 * A process death at a fault point (a place in the code where a test ends the process), and the certificate's state after
 * recovery.
 */
type Death = { dies: FaultPoint; card: TestCardBehavior; ends: 'sold' | 'none' | 'refunded' };
const dies = (at: FaultPoint, card: TestCardBehavior, ends: Death['ends']): Death => ({
  dies: at,
  card,
  ends,
});

/** The order matters: the recovery of one death must never pass the fault point of the next. */
const DEATHS: Death[] = [
  dies('sale.claiming', 'approved', 'sold'),
  dies('certificate_refund.claiming', 'approved', 'refunded'),
  dies('sale.claimed', 'approved', 'none'),
  dies('certificate_refund.claimed', 'approved', 'refunded'),
  dies('sale.sent', 'approved', 'none'),
  dies('refund.answered', 'approved', 'refunded'),
  dies('sale.answered', 'approved', 'sold'),
  dies('sale.answered', 'declined', 'none'),
  dies('certificate_refund.settling', 'approved', 'refunded'),
  dies('sale.unanswered', 'timeout_after', 'sold'),
  dies('refund.sent', 'approved', 'refunded'),
  dies('sale.unknown', 'timeout_after', 'sold'),
  dies('refund.settled', 'approved', 'refunded'),
  dies('sale.settling', 'approved', 'sold'),
  dies('certificate_refund.settling', 'refund_declined', 'sold'),
  dies('sale.settled', 'approved', 'sold'),
  dies('refund.unknown', 'refund_timeout_after', 'refunded'),
  dies('reversal.recorded', 'appears_late', 'none'),
];

const ask = (path: string, body: unknown): Ask => ({ path, body, key: randomUUID(), answers: [] });
type Dying = Death & { email: string; sale: Ask; refund: Ask | null };

function dyingOf(death: Death): Dying {
  const body = aCertificateSaleBody({ credit_card: aCard(death.card) });
  const sale = ask(certificateSales.sell.path, body);
  return { ...death, email: body.gift_certificate.customer.email, sale, refund: null };
}
const isOfRefund = ({ dies: at }: Death): boolean => /refund/.test(at);

async function openWork({ db }: Database): Promise<number> {
  await sql`update outbox set next_try_at = now() where state = 'waiting'`.execute(db);
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from payment_attempts where state in ('created', 'unknown'))
      + (select count(*) from operations where state <> 'settled') + (select count(*) from certificate_holds)
      + (select count(*) from outbox where state = 'waiting') as open`.execute(db);
  return Number(rows[0]?.open);
}
async function untilDone(database: Database): Promise<void> {
  const end = Date.now() + 60_000;
  while ((await openWork(database)) > 0) {
    if (Date.now() > end) throw new Error('it was not put right within a minute');
    await pause(20);
  }
}

type Dead = { dying: Dying; answered: Promise<unknown> };
async function die(app: KillableApp, dying: Dying, database: Database): Promise<Dead> {
  const answered = app.ask(dying.refund ?? dying.sale);
  answered.catch(() => undefined);
  if (dying.dies === 'reversal.recorded') await ageUnansweredCharge(database);
  const signal = await Promise.race([app.ended(), pause(60_000, 'still alive')]);
  expect(signal, dying.dies).toBe('SIGKILL');
  await ageOpenWork(
    database,
    UNHURRIED_INTERVALS.leaseMs + (dying.ends === 'none' ? UNHURRIED_INTERVALS.giveUpMs : 0),
  );
  return { dying, answered };
}

/** Waits until the client has its answer and no work is open; then the same idempotency key must get the same answer. */
async function putRight(app: KillableApp, { dying, answered }: Dead, database: Database): Promise<void> {
  await answered;
  await untilDone(database);
  const asked = dying.refund ?? dying.sale;
  await app.ask(asked);
  for (const answer of asked.answers) expect(answer, dying.dies).toEqual(asked.answers[0]);
}

/** Returns the outcome by RIC's tables, the gateway's own records and the answers to the client. */
async function endOf(app: KillableApp, { db }: Database, dying: Dying) {
  const { rows } = await sql<{ id: number; raw_balance: number; refunded: boolean }>`
    select g.id, g.raw_balance, g.refunded_at is not null as refunded from gift_certificates g
    join customers c on c.id = g.customer_id where c.email = ${dying.email}`.execute(db);
  const { rows: attempts } = await sql<{ id: string }>`
    select a.id from payment_attempts a join operations o on o.id = a.operation_id
    where o.idempotency_key in (${dying.sale.key}, ${dying.refund?.key ?? ''})`.execute(db);
  const book = await gatewayMovements(app.gatewayUrl);
  const ours = (moved: { reference: string; raw_amount: number }[]) =>
    moved
      .filter(({ reference }) => attempts.some(({ id }) => id === reference))
      .reduce((sum, { raw_amount }) => sum + raw_amount, 0);
  const { rows: letters } = await sql<{ kind: string }>`
    select kind from outbox where gift_certificate_id = ${rows[0]?.id ?? 0} order by kind`.execute(db);
  return {
    certificates: rows.map(({ raw_balance, refunded }) => ({ raw_balance: Number(raw_balance), refunded })),
    kept: ours(book.charges) - ours(book.refunds),
    letters: letters.map(({ kind }) => kind),
    told: dying.sale.answers.at(-1)?.status,
  };
}
const LETTERS = ['gift_certificate', 'gift_certificate_receipt'];
const MUST = {
  none: { certificates: [], kept: 0, letters: [], told: 422 },
  sold: { certificates: [{ raw_balance: VALUE, refunded: false }], kept: VALUE, letters: LETTERS, told: 200 },
  refunded: { certificates: [{ raw_balance: 0, refunded: true }], kept: 0, letters: LETTERS, told: 200 },
};

async function anApp(databaseUrl: string): Promise<{ app: KillableApp; database: Database }> {
  const app = await killableApp({
    databaseUrl,
    certificates: 0,
    retryMs: 100,
    intervals: UNHURRIED_INTERVALS,
  });
  onTestFinished(app.close);
  const database = await app.database();
  onTestFinished(database.close);
  return { app, database };
}

const ROUNDS = attemptsPerFault(20, 1);
describe.skipIf(!serverUrl)('PostgreSQL', { timeout: ROUNDS * DEATHS.length * 60_000 }, () => {
  test('a sale or refund of a certificate dies at every step: once or not at all', async () => {
    const made = await createServerDatabase(serverUrl ?? '');
    onTestFinished(made.drop);
    const { app, database } = await anApp(made.url);
    const dyings = Array.from({ length: ROUNDS }, () => DEATHS.map(dyingOf)).flat();
    await app.start(null, UNHURRIED_INTERVALS);
    for (const dying of dyings.filter(isOfRefund)) {
      const { gift_certificate } = CertificateSaleAnswer.parse((await app.ask(dying.sale)).body);
      dying.refund = ask(certificateSales.refund.path, { id: gift_certificate.id });
    }
    await untilDone(database);
    await app.signal('SIGTERM');
    let dead: Dead | null = null;
    for (const [index, dying] of dyings.entries()) {
      const isQuiet = [dying, dyings[index - 1]].some((one) => /timeout|late/.test(one?.card ?? ''));
      await app.start(dying.dies, isQuiet ? QUICK_TRIES : UNHURRIED_INTERVALS);
      if (dead) await putRight(app, dead, database);
      dead = await die(app, dying, database);
    }
    await app.start();
    if (dead) await putRight(app, dead, database);
    for (const dying of dyings)
      expect([dying.dies, await endOf(app, database, dying)]).toEqual([dying.dies, MUST[dying.ends]]);
    expect(await ledgerAndGatewayProblems(database.db, app.gatewayUrl)).toEqual([]);
    for (const { dies: at } of DEATHS)
      tried({ fault: `killed at ${at}, of a certificate`, times: ROUNDS, lost: 0, doubled: 0 });
  });
});

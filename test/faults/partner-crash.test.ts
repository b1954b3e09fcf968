import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { partnerInterface } from '../../src/areas/partner-interface/partner-interface.contract.ts';
import { addDays, businessNow } from '../../src/contract/dates.ts';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import {
  aCourseWithOpenTime,
  anotherOpenTime,
  aPartner,
  aPartnerBooking,
  aPartnerCustomer,
  aCardToken,
  type PartnerWithKey,
} from '../support/partners.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { ledgerAndGatewayProblems, gatewayMovements } from './crash-audit.ts';
import type { Ask } from './asks.ts';
import {
  killableApp,
  ageOpenWork,
  createServerDatabase,
  UNHURRIED_INTERVALS,
  type KillableApp,
} from './killable-app.ts';

/*
 * Tests that a partner's calls survive process deaths. They run the same steps as staff's calls, which crash.test.ts and
 * certificate-crash.test.ts kill one by one, many times. Here each step dies once in a partner's call; leads are added,
 * because a lead's card reaches the gateway before anything is written.
 */
const tried = faultTable('partner-crash');
const serverUrl = process.env.TEST_DATABASE_URL;
const CERTIFICATE = 10_000;

type Kind = 'book' | 'cancel' | 'sell' | 'lead';
/** A request of a partner that dies at a fault point, and true if its work must have been done after recovery. */
type Death = { kind: Kind; at: FaultPoint; isDone: boolean };
const deaths = (kind: Kind, done: FaultPoint[], undone: FaultPoint[] = []): Death[] => [
  ...done.map((at) => ({ kind, at, isDone: true })),
  ...undone.map((at) => ({ kind, at, isDone: false })),
];
const ALL = [
  ...deaths(
    'book',
    ['booking.claiming', 'booking.answered', 'booking.settling', 'booking.settled'],
    ['booking.claimed', 'booking.sent'],
  ),
  ...deaths('cancel', ['cancel.claiming', 'cancel.claimed', 'cancel.course_answered', 'cancel.recording']),
  ...deaths('cancel', ['cancel.recorded', 'refund.sent', 'refund.answered', 'refund.settling']),
  ...deaths(
    'sell',
    ['sale.claiming', 'sale.answered', 'sale.settling', 'sale.settled'],
    ['sale.claimed', 'sale.sent'],
  ),
  ...deaths('lead', ['lead.card_kept', 'lead.leaving', 'lead.left']),
];
const IN_SHORT: FaultPoint[] = ['booking.claimed', 'booking.answered', 'cancel.recorded', 'refund.answered'];
IN_SHORT.push('sale.claimed', 'sale.answered', 'lead.card_kept', 'lead.leaving');
const DEATHS = ALL.filter(({ at }) => attemptsPerFault(1, 0) === 1 || IN_SHORT.includes(at));
const of = (kind: Kind) => DEATHS.filter((death) => death.kind === kind);

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

const OwnId = z.looseObject({ id: z.number() });
const askAs = ({ headers }: PartnerWithKey, path: string, body: object): Ask => ({
  path,
  body,
  headers,
  key: randomUUID(),
  answers: [],
});

async function anApp() {
  const made = serverUrl ? await createServerDatabase(serverUrl) : null;
  if (made) onTestFinished(made.drop);
  const databaseUrl = made?.url ?? null;
  const app = await killableApp({
    databaseUrl,
    certificates: 0,
    retryMs: 100,
    intervals: UNHURRIED_INTERVALS,
  });
  onTestFinished(app.close);
  const { db, close } = await app.database();
  const open = await aCourseWithOpenTime(db);
  const partner = await aPartner(db, { courses: [open.course] });
  const times: number[] = [];
  for (const _ of [...of('book'), ...of('cancel')]) times.push(await anotherOpenTime(db, open));
  await close();
  return { app, partner, times, course_id: open.course };
}
type Office = Awaited<ReturnType<typeof anApp>>;

/** Makes bookings that the course system has confirmed, so that they can be canceled. */
async function bookings({ app, partner, times }: Office): Promise<number[]> {
  await app.start();
  const ids: number[] = [];
  for (const _ of of('cancel')) {
    const card = { token: await aCardToken(app.gatewayUrl) };
    const body = aPartnerBooking(times.pop() ?? 0, { card });
    const { status, body: booked } = await app.ask(askAs(partner, partnerInterface.book.path, body));
    expect(status).toBe(200);
    ids.push(OwnId.parse(booked).id);
  }
  await app.signal('SIGTERM');
  const { db, close } = await app.database();
  await sql`update tee_times set confirmation = 'TP-' || id`.execute(db);
  await close();
  return ids;
}

async function requestOf({ app, partner, times, course_id }: Office, kind: Kind, booked: number[]) {
  const card = { token: await aCardToken(app.gatewayUrl) };
  const asked = (path: string, body: object) => askAs(partner, path, body);
  if (kind === 'book') return asked(partnerInterface.book.path, aPartnerBooking(times.pop() ?? 0, { card }));
  if (kind === 'cancel') {
    const path = partnerInterface.cancel.path.replace(':id', String(booked.pop()));
    return asked(path, { refund: 'standard' });
  }
  if (kind === 'sell') {
    const people = { purchaser: aPartnerCustomer(), recipient: aPartnerCustomer() };
    return asked(partnerInterface.sell.path, { value: '100.00', ...people, card });
  }
  const lead_date = addDays(businessNow(new Date(), 'UTC').date, 30);
  const when = { lead_date, play_time: '08:00', players: 4 };
  return asked(partnerInterface.leaveLead.path, { course_id, ...when, customer: aPartnerCustomer(), card });
}

/**
 * Sends a request during which the process dies, and starts a new process; returns the new answer, which the same
 * idempotency key gets again.
 */
async function killed(app: KillableApp, ask: Ask, at: FaultPoint) {
  await app.start(at);
  const answered = app.ask(ask);
  answered.catch(() => undefined);
  expect(await Promise.race([app.ended(), pause(60_000, 'still alive')]), at).toBe('SIGKILL');
  const database = await app.database();
  await ageOpenWork(
    database,
    UNHURRIED_INTERVALS.leaseMs + (at.endsWith('.sent') ? UNHURRIED_INTERVALS.giveUpMs : 0),
  );
  await database.close();
  await app.start();
  const answer = await answered;
  expect(await app.ask(ask)).toEqual(answer);
  await app.signal('SIGTERM');
  return answer;
}

test(
  'what a partner asks for is done once or not at all, wherever RIC dies',
  { timeout: 600_000 },
  async () => {
    const office = await anApp();
    const { app, partner } = office;
    const toCancel = await bookings(office);
    for (const { kind, at, isDone } of DEATHS) {
      const { status } = await killed(app, await requestOf(office, kind, toCancel), at);
      expect({ at, status }).toEqual({ at, status: isDone ? 200 : 402 });
    }

    const { db, close } = await app.database();
    onTestFinished(close);
    const count = async (rows: ReturnType<typeof sql<{ count: number }>>) =>
      Number((await rows.execute(db)).rows[0]?.count);
    const teeTimes = (state: string) =>
      count(sql`select count(*) from tee_times where state = ${state} and api_user_id = ${partner.id}`);
    const done = (kind: Kind) => of(kind).filter(({ isDone }) => isDone).length;
    expect({
      booked: await teeTimes('booked'),
      failed: await teeTimes('failed'),
      canceled: await teeTimes('canceled'),
      certificates: await count(
        sql`select count(*) from gift_certificates where raw_balance = ${CERTIFICATE} and api_user_id = ${partner.id}`,
      ),
      leads: await count(
        sql`select count(*) from lost_leads where card_last4 = '4242' and api_user_id = ${partner.id}`,
      ),
      all: await count(sql`select (select count(*) from tee_times) + (select count(*) from gift_certificates)
      + (select count(*) from lost_leads) as count`),
      asOthers: await count(
        sql`select count(*) from operations where api_user_id is distinct from ${partner.id} or staff_user_id is not null`,
      ),
    }).toEqual({
      booked: done('book'),
      failed: of('book').length - done('book'),
      canceled: done('cancel'),
      certificates: done('sell'),
      leads: done('lead'),
      all: of('book').length + done('cancel') + done('sell') + done('lead'),
      asOthers: 0,
    });
    const { charges, refunds } = await gatewayMovements(app.gatewayUrl);
    expect(charges).toHaveLength(done('book') + done('cancel') + done('sell'));
    expect(refunds).toHaveLength(done('cancel'));
    expect(await ledgerAndGatewayProblems(db, app.gatewayUrl)).toEqual([]);
    for (const { at } of DEATHS)
      tried({ fault: `killed at ${at}, a partner who asks`, times: 1, lost: 0, doubled: 0 });
  },
);

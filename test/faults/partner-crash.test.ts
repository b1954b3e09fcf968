import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { partnerInterface } from '../../src/areas/partner-interface/partner-interface.contract.ts';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { anOpenCourse, anotherTime, aPartner, aPartnerBooking, aToken } from '../support/partners.ts';
import { triedIn } from '../support/tried.ts';
import { bookProblems, gatewayBook } from './crash-audit.ts';
import { killableDesk, newDatabase, SHORT, SHORT_EMBEDDED, type Ask } from './killable-desk.ts';

/*
 * A partner's booking takes the desk's own steps, which crash.test.ts kills one by one, many times: here the same with a partner
 * who acts, once each.
 */
const tried = triedIn('crash');
const serverUrl = process.env.TEST_DATABASE_URL;
const DEATHS: [FaultPoint, ends: 'booked' | 'failed'][] = [
  ['booking.claiming', 'booked'],
  ['booking.claimed', 'failed'],
  ['booking.sent', 'failed'],
  ['booking.answered', 'booked'],
  ['booking.settling', 'booked'],
  ['booking.settled', 'booked'],
];

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

test('a partner books once or not at all, wherever RIC dies', { timeout: 300_000 }, async () => {
  const made = serverUrl ? await newDatabase(serverUrl) : null;
  if (made) onTestFinished(made.drop);
  const intervals = made ? SHORT : SHORT_EMBEDDED;
  const desk = await killableDesk({
    databaseUrl: made?.url ?? null,
    certificates: 0,
    retryMs: 100,
    intervals,
  });
  onTestFinished(desk.close);
  const filled = await desk.database();
  const open = await anOpenCourse(filled.db);
  const partner = await aPartner(filled.db, { courses: [open.course] });
  const times = await Promise.all(DEATHS.map(() => anotherTime(filled.db, open)));
  await filled.close();

  const asked: { ask: Ask; email: string; ends: string }[] = [];
  for (const [number, [dies, ends]] of DEATHS.entries()) {
    const body = aPartnerBooking(times[number] ?? 0, { card: { token: await aToken(desk.gatewayUrl) } });
    const ask: Ask = {
      path: partnerInterface.book.path,
      body,
      key: randomUUID(),
      answers: [],
      headers: partner.headers,
    };
    await desk.start(dies);
    const answered = desk.ask(ask);
    answered.catch(() => undefined);
    expect(await Promise.race([desk.ended(), pause(60_000, 'still alive')]), dies).toBe('SIGKILL');
    await desk.start();
    const answer = await answered;
    expect(await desk.ask(ask)).toEqual(answer);
    expect({ dies, status: answer.status }).toEqual({ dies, status: ends === 'booked' ? 200 : 402 });
    await desk.signal('SIGTERM');
    asked.push({ ask, email: body.customer.email, ends });
  }

  const { db, close } = await desk.database();
  onTestFinished(close);
  const teeTimes = await db
    .selectFrom('tee_times as t')
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .innerJoin('operations as o', 'o.tee_time_id', 't.id')
    .select(['c.email', 't.state', 't.api_user_id', 'o.api_user_id as whose', 'o.staff_user_id'])
    .orderBy('t.id')
    .execute();
  const whose = { api_user_id: partner.id, whose: partner.id, staff_user_id: null };
  expect(teeTimes).toEqual(asked.map(({ email, ends }) => ({ email, state: ends, ...whose })));
  const { charges } = await gatewayBook(desk.gatewayUrl);
  const must = DEATHS.filter(([, ends]) => ends === 'booked').length;
  expect(charges).toHaveLength(must);
  expect(await bookProblems(db, desk.gatewayUrl)).toEqual([]);
  tried({ fault: 'killed at a step of a partner’s booking', times: DEATHS.length, lost: 0, doubled: 0 });
});

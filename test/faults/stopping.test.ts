import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { aBooking, aCard } from '../support/bookings.ts';
import { killableDesk, UNHURRIED, type Ask } from './killable-desk.ts';

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

const Booked = z.object({ tee_time: z.object({ id: z.number() }) });
const asking = (path: string, body: unknown): Ask => ({ path, body, key: randomUUID(), answers: [] });
/** Which a cancellation at a course that answers late takes longer than. */
const NOTICE_MS = 500;

test(
  'SIGTERM: health says 503, then the port closes, and what is at work ends',
  { timeout: 120_000 },
  async () => {
    const desk = await killableDesk({
      ...{ databaseUrl: null, certificates: 0, retryMs: 100, intervals: UNHURRIED },
      env: { STOP_NOTICE_MS: String(NOTICE_MS) },
    });
    onTestFinished(desk.close);
    await desk.start();
    const credit_card = aCard();
    const late = aBooking({ course: desk.stock.course, credit_card, tee_time: { confirmation: 'STOP-1-L' } });
    const { body } = await desk.ask(asking(booking.book.path, late));
    const cancel = asking(teeTimes.cancel.path, {
      id: Booked.parse(body).tee_time.id,
      cancel: true,
      refund: true,
    });
    let hasEnded = false;
    const canceled = desk.ask(cancel).finally(() => (hasEnded = true));
    await pause(100);
    const stopped = desk.signal('SIGTERM');

    const seen: string[] = [];
    while (seen.at(-1) !== 'closed') {
      const answer = await desk.read('/api/health').catch(() => null);
      const now = answer ? `${answer.status} ${String(Object.values(answer.body as object)[0])}` : 'closed';
      if (seen.at(-1) !== now) seen.push(now);
      await pause(10);
    }
    expect(hasEnded).toBe(false);
    // The first look may come before the signal.
    const [first, ...rest] = seen.filter((one) => one !== '200 ok');
    expect(first).toBe('503 RIC is stopping.');
    // On a connection that is open still the HTTP server itself says that it closes.
    expect(rest.filter((one) => !one.startsWith('503 '))).toEqual(['closed']);
    expect(await canceled).toMatchObject({ status: 200, body: { valid: true } });
    await stopped;
    expect(await desk.ended()).toBe(null);
  },
);

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { aBookingBody, aCard } from '../support/bookings.ts';
import type { Ask } from './asks.ts';
import { killableApp, UNHURRIED_INTERVALS } from './killable-app.ts';

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

const asking = (path: string, body: unknown): Ask => ({ path, body, key: randomUUID(), answers: [] });
/** The stop notice is shorter than the running charge of 12 seconds, so the charge ends long after the port has closed. */
const NOTICE_MS = 3_000;

test(
  'SIGTERM: health says 503, then the port closes, and what is at work ends',
  { timeout: 120_000 },
  async () => {
    const app = await killableApp({
      databaseUrl: null,
      certificates: 0,
      retryMs: 100,
      intervals: UNHURRIED_INTERVALS,
      env: { STOP_NOTICE_MS: String(NOTICE_MS) },
    });
    onTestFinished(app.close);
    await app.start();
    const late = aBookingBody({ course: app.stock.course, credit_card: aCard('answers_late') });
    let hasEnded = false;
    const booked = app.ask(asking(booking.book.path, late)).finally(() => (hasEnded = true));
    await pause(1_000);
    const stopped = app.signal('SIGTERM');

    const seen: string[] = [];
    while (seen.at(-1) !== 'closed') {
      const answer = await app.read('/api/health').catch(() => null);
      const now = answer ? `${answer.status} ${String(Object.values(answer.body as object)[0])}` : 'closed';
      if (seen.at(-1) !== now) seen.push(now);
      await pause(10);
    }
    expect(hasEnded).toBe(false);
    // The first health check may come before the signal.
    const [first, ...rest] = seen.filter((one) => one !== '200 ok');
    expect(first).toBe('503 RIC is stopping.');
    // On an open connection the HTTP server itself answers that it is closing.
    expect(rest.filter((one) => !one.startsWith('503 '))).toEqual(['closed']);
    expect(await booked).toMatchObject({ status: 200, body: { tee_time: { status: 'booked' } } });
    await stopped;
    expect(await app.ended()).toBe(null);
  },
);

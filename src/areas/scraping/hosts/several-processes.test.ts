import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aCourse } from '../../../../test/support/factories.ts';
import { hostRequestLog } from '../../../../test/support/host-request-log.ts';
import { scrapingSetup, REQUEST_SPACING_MS } from '../../../../test/support/scraping.ts';
import { HostQueues } from './host-queues.steps.ts';

const { app, simulator, stopping, planNow, look, hostNow, looksIn } = await scrapingSetup();

describe('several processes', () => {
  test('share a host: each look once, one request after the other, never sooner than the spacing', async () => {
    for (const at of [0, 1, 2])
      await aCourse(app.db, { fore_up_id: String(19_000 + 4 * at), days_out_to_scrape: 5 });
    const from = simulator.requests().length;
    const log = await hostRequestLog(app.db);
    await planNow();
    // A host's queue ends when no scrape is due, and any process may start the next queue, as the timer does.
    const all = [new HostQueues(app.context), new HostQueues(app.context), new HostQueues(app.context)];
    stopping.push(...all);
    for (let tick = 0; tick < 5; tick += 1) {
      await sql`update course_days set next_look_at = now() where next_look_at > now() and day < current_date + 2
        and ${tick}::int in (1, 3)`.execute(app.db);
      await Promise.all(all.map((lanes) => lanes.begin()));
      await Promise.all(all.map((lanes) => lanes.ended()));
    }
    const { requests, leastGapMs } = await log.read();
    expect(requests).toBe(simulator.requests().length - from);
    // A timer of Node.js may fire a millisecond early.
    expect(leastGapMs).toBeGreaterThanOrEqual(REQUEST_SPACING_MS - 2);
    const looked = await app.db
      .selectFrom('course_sources')
      .select(sql<string>`sum(looks)`.as('looks'))
      .executeTakeFirst();
    expect(looksIn(from)).toHaveLength(Number(looked?.looks));
  });

  test('a host that somebody has is left to them until their minute is over', async () => {
    await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 0 });
    await planNow();
    const { host } = await app.db.selectFrom('course_sources').select('host').executeTakeFirstOrThrow();
    await sql`insert into course_hosts (host, leased_by, leased_until)
      values (${host}, gen_random_uuid(), now() + interval '1 minute')`.execute(app.db);
    const from = simulator.requests().length;
    await look();
    expect(simulator.requests()).toHaveLength(from);
    await sql`update course_hosts set leased_until = now() - interval '1 second'`.execute(app.db);
    await look();
    expect(looksIn(from)).toHaveLength(1);
    expect(await hostNow()).toMatchObject({ leased_by: null });
  });

  test('a process whose host was taken meanwhile asks nothing more there', async () => {
    await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 14 });
    await planNow();
    const from = simulator.requests().length;
    const lanes = new HostQueues(app.context);
    stopping.push(lanes);
    await lanes.begin();
    await expect.poll(() => looksIn(from).length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(1);
    await sql`update course_hosts set leased_by = gen_random_uuid()`.execute(app.db);
    await lanes.ended();
    const asked = looksIn(from).length;
    expect(asked).toBeLessThan(15);
    expect(
      await app.db.selectFrom('course_days').select('day').where('looked_at', 'is not', null).execute(),
    ).toHaveLength(asked);
    expect((await hostNow()).leased_by).not.toBeNull();
  });

  test('stopping breaks off the request under way, and gives the host back', async () => {
    simulator.turn('fore_up', '19000', 'hang');
    await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 3 });
    await planNow();
    const from = simulator.requests().length;
    const lanes = new HostQueues(app.context);
    await lanes.begin();
    await expect.poll(() => simulator.requests().length, { timeout: 30_000 }).toBeGreaterThan(from);
    await lanes.stop();
    simulator.turn('fore_up', '19000', null);
    expect(await hostNow()).toMatchObject({ leased_by: null, failures: 0 });
    expect(
      await app.db.selectFrom('course_days').select('day').where('looked_at', 'is not', null).execute(),
    ).toEqual([]);
  });
});

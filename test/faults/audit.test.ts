import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { deleteShortLivedEntries } from '../../src/areas/audit/short-lived/letting-go.job.ts';
import { sealNewEntries } from '../../src/areas/audit/sealing/seals.queries.ts';
import { verifyAudit } from '../../src/areas/audit/sealing/verify.steps.ts';
import type { Database } from '../../src/server/database/open.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { killableApp, createServerDatabase, UNHURRIED_INTERVALS } from './killable-app.ts';

const tried = faultTable('audit');
const KILLS = attemptsPerFault(10, 2);
const serverUrl = process.env.TEST_DATABASE_URL;
beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 300_000);

async function appOn(kind: 'embedded' | 'server') {
  const place = kind === 'server' ? await createServerDatabase(serverUrl ?? '') : null;
  if (place) onTestFinished(place.drop);
  const app = await killableApp({
    databaseUrl: place?.url ?? null,
    certificates: 0,
    retryMs: 100,
    intervals: UNHURRIED_INTERVALS,
    env: { AUDIT_SEAL_EVERY_MS: '20' },
  });
  onTestFinished(app.close);
  return app;
}

const tamper = ({ db }: Database, statement: string) =>
  db.transaction().execute(async (one) => {
    // The tables' owner can disable the triggers without the right to change the replication role.
    await sql`alter table audit_entries disable trigger user`.execute(one);
    await sql.raw(statement).execute(one);
    await sql`alter table audit_entries enable trigger user`.execute(one);
  });
const countOf = async ({ db }: Database, where: string) => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from audit_entries where ${sql.raw(where)}`.execute(db);
  return rows[0]?.count ?? 0;
};

for (const kind of ['embedded', 'server'] as const) {
  test.skipIf(kind === 'server' && !serverUrl)(
    `${kind}: killed while it writes and seals: what was answered is there, the chain is whole, and what is changed then is found`,
    { timeout: 400_000 },
    async () => {
      const app = await appOn(kind);
      let answered = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        await app.start();
        let isOver = false;
        const write = async (lane: number) => {
          for (let one = 0; !isOver && one < 10_000; one += 1) {
            const response = await fetch(`${app.url}/api/helpful_links`, {
              method: 'POST',
              headers: { ...app.stock.headers, 'content-type': 'application/json' },
              body: JSON.stringify({
                helpful_link: {
                  url: 'https://weather.example',
                  description: `${kill}-${lane}-${one}`,
                  type: 'Helpful',
                },
              }),
            }).catch(() => null);
            if (response?.ok) answered += 1;
          }
        };
        const lanes = [0, 1, 2].map(write);
        // The process gets its first answer before it is killed, because on a busy machine the first answer takes long.
        const before = answered;
        for (let waited = 0; waited < 300 && answered < before + 3; waited += 1) await pause(100);
        await pause(Math.random() * 500);
        await app.signal('SIGKILL');
        isOver = true;
        await Promise.all(lanes);
        const database = await app.database();
        try {
          expect(await verifyAudit(database.db, [])).toMatchObject({ isWhole: true });
          // A kill may lose an answer, but never an audit entry.
          expect(
            await countOf(database, `action = 'created' and subject = 'helpful_link'`),
          ).toBeGreaterThanOrEqual(answered);
        } finally {
          await database.close();
        }
      }
      expect(answered).toBeGreaterThan(KILLS);
      const database = await app.database();
      try {
        await tamper(
          database,
          `update audit_entries set made_by = 'Nobody' where id = (select min(lower(entries)) from audit_seals)`,
        );
        expect(await verifyAudit(database.db, [])).toMatchObject({ isWhole: false });
      } finally {
        await database.close();
      }
      tried({ fault: `killed while it writes and seals, ${kind}`, times: KILLS, lost: 0, doubled: 0 });
    },
  );

  test.skipIf(kind === 'server' && !serverUrl)(
    `${kind}: stopped in the midst of refusals, what was refused is written down`,
    { timeout: 200_000 },
    async () => {
      const app = await appOn(kind);
      await app.start();
      const refuse = () => fetch(`${app.url}/api/audit_entries/index`, { headers: app.stock.headers });
      for (let one = 0; one < 40; one += 1) expect((await refuse()).status).toBe(403);
      await app.signal('SIGTERM');
      const database = await app.database();
      const { rows } = await sql<{ times: number }>`
        select coalesce(sum(coalesce((after ->> 'times')::int, 1)), 0)::int as times
        from audit_entries where action = 'was refused'`
        .execute(database.db)
        .finally(() => database.close());
      expect(rows[0]?.times).toBe(40);
      tried({ fault: `stopped in the midst of refusals, ${kind}`, times: 1, lost: 0, doubled: 0 });
    },
  );
}

test.skipIf(!serverUrl)(
  'a connection that ends while old entries go leaves a chain that is whole, and the next goes on',
  { timeout: 200_000 },
  async () => {
    const app = await appOn('server');
    const database = await app.database();
    onTestFinished(() => database.close());
    // Each step opens a separate connection, because the connection that was cut may just have returned to its pool.
    const cutOff = await app.database();
    onTestFinished(() => cutOff.close());
    // There are more entries than the processes could delete, even if no kill is in time.
    const seals = 50 * (KILLS + 1);
    for (let one = 0; one < seals; one += 1) {
      await sql`insert into audit_entries (created_at, made_by, action, subject, is_passing)
      select now() - interval '20 months', 'Ana', 'signed in', 'ric_user', true from generate_series(1, 20)`.execute(
        database.db,
      );
      await sealNewEntries(database.db, sql`now() - interval '18 months'`);
    }
    expect(await verifyAudit(database.db, [])).toMatchObject({ isWhole: true });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await countOf(database, 'is_passing');
      const going = deleteShortLivedEntries(cutOff.db, 13, 50).catch(() => null);
      await pause(Math.random() * 15);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%let_go_of%' and pid <> pg_backend_pid()`.execute(
        database.db,
      );
      await going;
      // Either all entries of a seal are deleted, or none.
      expect((before - (await countOf(database, 'is_passing'))) % 20).toBe(0);
      expect(await verifyAudit(database.db, [])).toMatchObject({ isWhole: true });
    }
    // The random kills may all come too soon or too late; this kill comes after the deletion, while the process waits for a
    // locked row.
    const kept = await countOf(database, 'is_passing');
    await database.db.transaction().execute(async (one) => {
      await sql`select id from audit_entries where is_passing order by id offset 15 limit 1 for update`.execute(
        one,
      );
      const going = deleteShortLivedEntries(cutOff.db, 13, 1).then(
        () => 'went',
        () => 'cut off',
      );
      const cutAtARow = () =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where query like '%let_go_of%' and wait_event_type = 'Lock'`
          .execute(database.db)
          .then(({ rows }) => rows.length);
      await expect.poll(cutAtARow, { timeout: 20_000 }).toBe(1);
      expect(await going).toBe('cut off');
    });
    expect(await countOf(database, 'is_passing')).toBe(kept);
    expect(await verifyAudit(database.db, [])).toMatchObject({ isWhole: true });
    for (let one = 0; one < 20 && (await deleteShortLivedEntries(database.db, 13, 50)); one += 1);
    expect(await countOf(database, 'is_passing')).toBe(0);
    expect(await verifyAudit(database.db, [])).toMatchObject({ isWhole: true });
    tried({ fault: 'cut off while old entries go', times: KILLS + 1, lost: 0, doubled: 0 });
  },
);

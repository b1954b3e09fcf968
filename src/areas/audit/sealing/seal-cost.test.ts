import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownServerDatabase } from '../../../../test/support/database.ts';
import type { Database } from '../../../server/database/open.ts';
import { sealStatement, sealNewEntries } from './seals.queries.ts';

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };
type Explained = { Plan: Plan & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } };
const scannedIn = ({ Plans = [], ...plan }: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...Plans.flatMap(scannedIn),
];

// Measures the cost of a check that finds nothing to seal, because it runs every second. The cost is in pages read, which are
// equal on every machine.
describe.skipIf(process.env.TEST_ON !== 'postgres')('a look that finds nothing to seal', () => {
  const ENTRIES = 100_000;
  const SEALS = 2_000;
  let database: Database;
  beforeAll(async () => {
    database = await ownServerDatabase();
    await sql`insert into audit_entries (made_by, action, subject) select 'x', 'edited', 'course' from generate_series(1, ${ENTRIES}::int)`.execute(
      database.db,
    );
    // Most entries were sealed hours ago, ten thousand at a time; the last hour has many seals of five entries each.
    for (let one = 0; one < 9; one += 1) await sealNewEntries(database.db, sql`now() - interval '3 hours'`);
    await sql`insert into audit_seals (id, sealed_at, entries, entry_count, up_to, passing, passing_digest, hash)
      select 9 + n, now() - make_interval(secs => ${SEALS}::int - n), int8multirange(int8range(90000 + n * 5 - 4, 90000 + n * 5 + 1)),
        5, 90000 + n * 5 + 1, '{}', sha256(''), sha256(n::text::bytea) from generate_series(1, ${SEALS}::int) n`.execute(
      database.db,
    );
    await sql`vacuum (analyze)`.execute(database.db);
  }, 120_000);
  afterAll(() => database.close());

  test('reads the seals of the last hour and next to nothing else', async () => {
    expect(await sealNewEntries(database.db)).toBeNull();
    const { rows } = await sql<{
      'QUERY PLAN': Explained[];
    }>`explain (analyze, buffers, format json) ${sealStatement()}`.execute(database.db);
    const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
    if (!explained) throw new Error('it was explained');
    const { Plan: plan } = explained;
    expect(scannedIn(plan)).not.toContain('audit_entries');
    // The table of entries has more than a thousand pages.
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(200);
  });
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { isExpired, isHeld, isUnleasedSql, leaseEndSql } from './lease.ts';

const app = testApp();

test('a row is unleased without a lease and once its lease has expired, and held between', async () => {
  const { rows } = await sql<{ lease: string; is_unleased: boolean }>`
    select lease, ${isUnleasedSql('v.leased_until')} as is_unleased, coalesce(${isExpired('v.leased_until')}, false) as is_expired,
      coalesce(${isHeld('v.leased_until')}, false) as is_held from (values (1, 'none', null),
      (2, 'taken', ${leaseEndSql(1)}), (3, 'ends now', ${leaseEndSql(0)}), (4, 'expired', ${leaseEndSql(-1)}))
      v (place, lease, leased_until) order by place`.execute(app.db);
  expect(rows).toEqual([
    { lease: 'none', is_unleased: true, is_expired: false, is_held: false },
    { lease: 'taken', is_unleased: false, is_expired: false, is_held: true },
    { lease: 'ends now', is_unleased: false, is_expired: false, is_held: true },
    { lease: 'expired', is_unleased: true, is_expired: true, is_held: false },
  ]);
});

test('a lease lasts for its milliseconds, by the clock of the database', async () => {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ${leaseEndSql(1500)} - now()) * 1000)::int as ms`.execute(app.db);
  expect(rows).toEqual([{ ms: 1500 }]);
});

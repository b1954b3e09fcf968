import pg from 'pg';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { DiskFull, databaseFailure } from './failures.ts';
import { retryUntilRecorded, withDatabaseDeadline } from './retry.ts';

const app = testApp();

test('a request is answered at once where the disk is full, and what it records goes on', async () => {
  const full = Object.assign(new pg.DatabaseError('full', 1, 'error'), { code: '53100' });
  let tries = 0;
  let recorded: () => void = () => undefined;
  const isRecorded = new Promise<void>((resolve) => (recorded = resolve));
  const work = async () => {
    tries += 1;
    if (tries === 1) throw databaseFailure(full) ?? new Error('not known as full');
    recorded();
  };
  // This deadline never passes during the test.
  await expect(retryUntilRecorded(withDatabaseDeadline(app.context, 3_600_000), work)).rejects.toBeInstanceOf(
    DiskFull,
  );
  expect(tries).toBe(1);
  await isRecorded;
});

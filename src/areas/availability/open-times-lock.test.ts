import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { lockOpenTimes } from './open-times-lock.queries.ts';

const app = testApp();

test('the lock answers the courses that there are, by id', async () => {
  const south = await aCourse(app.db, { course_name: 'South', time_zone: 'America/Phoenix' });
  const north = await aCourse(app.db, { course_name: 'North', inactive: true });
  expect(
    await runTransaction(app.db, (db) => lockOpenTimes(db, [north.id, 424242, south.id, north.id])),
  ).toEqual([
    { id: south.id, course_name: 'South', time_zone: 'America/Phoenix', inactive: false },
    { id: north.id, course_name: 'North', time_zone: null, inactive: true },
  ]);
  expect(await runTransaction(app.db, (db) => lockOpenTimes(db, []))).toEqual([]);
});

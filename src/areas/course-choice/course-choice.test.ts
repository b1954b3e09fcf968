import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { courseChoice } from './course-choice.contract.ts';

const app = testApp();

test('the three lists are pairs of id and name, by name', async () => {
  const agent = await app.signedIn('agent');
  const south = await aCourse(app.db, { course_name: 'South' });
  const internal = await aCourse(app.db, { course_name: 'Internal', internal_only: true });
  const closed = await aCourse(app.db, { course_name: 'Closed', inactive: true });
  const little = await aCourse(app.db, { course_name: 'little one', internal_only: true });
  const both = await aCourse(app.db, { course_name: 'Both', inactive: true, internal_only: true });
  const pair = ({ id, course_name }: { id: number; course_name: string }) => [id, course_name];
  expect(await app.ok(courseChoice.list, {}, agent)).toEqual(
    [both, closed, internal, little, south].map(pair),
  );
  expect(await app.ok(courseChoice.internalList, {}, agent)).toEqual([internal, little, south].map(pair));
  expect(await app.ok(courseChoice.liveList, {}, agent)).toEqual([south].map(pair));
});

import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { courseChoice } from './course-choice.contract.ts';

const desk = testApp();

test('the three lists are pairs of id and name, by name', async () => {
  const agent = await desk.signedIn('agent');
  const south = await aCourse(desk.db, { course_name: 'South' });
  const internal = await aCourse(desk.db, { course_name: 'Internal', internal_only: true });
  const closed = await aCourse(desk.db, { course_name: 'Closed', inactive: true });
  const little = await aCourse(desk.db, { course_name: 'little one', internal_only: true });
  const both = await aCourse(desk.db, { course_name: 'Both', inactive: true, internal_only: true });
  const pair = ({ id, course_name }: { id: number; course_name: string }) => [id, course_name];
  expect(await desk.ok(courseChoice.list, {}, agent)).toEqual(
    [both, closed, internal, little, south].map(pair),
  );
  expect(await desk.ok(courseChoice.internalList, {}, agent)).toEqual([internal, little, south].map(pair));
  expect(await desk.ok(courseChoice.liveList, {}, agent)).toEqual([south].map(pair));
});

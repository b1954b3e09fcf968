import { expect, test } from 'vitest';
import { addDays } from '../../../contract/dates.ts';
import { COURSE_SYSTEMS } from '../course-system.ts';
import { simulatedCourses } from './courses.ts';
import { simulatedOpenTimes } from './open-times.ts';
import { courseSimulatorForTests } from './reading.testing.ts';

const simulated = courseSimulatorForTests();

test.each(COURSE_SYSTEMS)('%s: what is worked out is what its adapter reads', async (system) => {
  const read = simulated.reader();
  const today = simulated.now().toISOString().slice(0, 10);
  // These courses differ: some have parties of one, a back nine, or neither.
  for (const course of simulatedCourses(system).slice(0, 6))
    for (const ahead of [0, 1, 9]) {
      const date = addDays(today, ahead);
      const answer = await read(system, course.id, {
        date,
        course: { system, course_ref: course.id, time_zone: course.time_zone },
      });
      expect(answer.outcome === 'times' ? answer.times : []).toEqual(
        simulatedOpenTimes(course, date, simulated.now()),
      );
    }
});

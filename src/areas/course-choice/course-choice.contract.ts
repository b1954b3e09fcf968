import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { TickedIds } from '../../contract/forms/fields.ts';
import type { Kind } from '../../contract/forms/kinds.ts';
import { NumberSent, IdNamePairs } from '../../contract/wire.ts';

/** A course as forms send it, `{id}`; an empty choice is rejected as missing. */
export const ChosenCourse = z.object(
  { id: NumberSent<number, number | string | null>(z.number().int('is required').positive('is required')) },
  'is required',
);

const NO_COURSE: { id: number | null; course_name?: string } = { id: null };

/** The field for a record's course: displayed with id and name, sent with the id. */
export const CourseOfRecord = {
  shown: z.object({ id: z.number(), course_name: z.string() }),
  sent: ChosenCourse,
  blank: NO_COURSE,
  column: 'none',
} satisfies Kind;

/** The field for a record's courses, chosen by check boxes; an absent list means none. */
export const CoursesOfRecord = {
  shown: z.array(z.object({ id: z.number() })),
  sent: TickedIds.default([]),
  blank: [],
  column: 'none',
} satisfies Kind;

// prettier-ignore
export const courseChoice = {
  list:         call({ method: 'GET',    path: '/api/courses/list',          access: 'staff', urgency: 'caller', answer: IdNamePairs }),
  liveList:     call({ method: 'GET',    path: '/api/courses/live_list',     access: 'staff', urgency: 'caller', answer: IdNamePairs }),
  internalList: call({ method: 'GET',    path: '/api/courses/internal_list', access: 'staff', urgency: 'caller', answer: IdNamePairs }),
};

import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { TickedIds } from '../../contract/forms/fields.ts';
import type { Kind } from '../../contract/forms/kinds.ts';
import { NumberSent, IdNamePairs } from '../../contract/wire.ts';

/** A course as forms send it; an empty choice is rejected as missing. */
export const ChosenCourse = z.object(
  { id: NumberSent<number, number | string | null>(z.number().int('is required').positive('is required')) },
  'is required',
);

const NO_COURSE: { id: number | null; course_name?: string } = { id: null };

/** The course of a record: displayed by id and name, sent by its id. */
export const CourseOfRecord = {
  shown: z.object({ id: z.number(), course_name: z.string() }),
  sent: ChosenCourse,
  blank: NO_COURSE,
  column: 'none',
} satisfies Kind;

/** The ticked courses of a record; none if they are left out. */
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

import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { TickedRecordIds } from '../../contract/forms/fields.ts';
import type { FieldKind } from '../../contract/forms/kinds.ts';
import { NumberOrDigits, IdNamePairs } from '../../contract/wire.ts';

/** A course as forms send it, `{id}`; an empty choice is rejected as missing. */
export const ChosenCourse = z.object(
  {
    id: NumberOrDigits<number, number | string | null>(z.number().int('is required').positive('is required')),
  },
  'is required',
);

const NO_COURSE: { id: number | null; course_name?: string } = { id: null };

/** The field for a record's course: displayed with id and name, sent with the id. */
export const RecordCourseField = {
  shown: z.object({ id: z.number(), course_name: z.string() }),
  sent: ChosenCourse,
  blank: NO_COURSE,
  column: 'none',
} satisfies FieldKind;

/** The field for a record's courses, chosen by check boxes; an absent list means none. */
export const RecordCoursesField = {
  shown: z.array(z.object({ id: z.number() })),
  sent: TickedRecordIds.default([]),
  blank: [],
  column: 'none',
} satisfies FieldKind;

// prettier-ignore
export const courseChoice = {
  list:         defineCall({ method: 'GET',    path: '/api/courses/list',          access: 'staff', urgency: 'caller', answer: IdNamePairs }),
  liveList:     defineCall({ method: 'GET',    path: '/api/courses/live_list',     access: 'staff', urgency: 'caller', answer: IdNamePairs }),
  internalList: defineCall({ method: 'GET',    path: '/api/courses/internal_list', access: 'staff', urgency: 'caller', answer: IdNamePairs }),
};

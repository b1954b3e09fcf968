import { z } from 'zod';
import {
  CourseSystemUnknown,
  type Cancellation,
  type CancellationAnswer,
  type CourseSystems,
} from './course-system.ts';

const Canceled = z.object({ state: z.literal('canceled') });
const Refused = z.object({ message: z.string().min(1) });
/** The statuses by which a course system refuses for certain. */
const REFUSALS = [404, 409, 422];

/** Speaks to the course systems' gateway at `url`, one path per system, course and confirmation. */
export const httpCourseSystems = (url: string): CourseSystems => ({
  cancelReservation: (asked) => cancelReservation(url, asked),
});

async function cancelReservation(url: string, asked: Cancellation): Promise<CancellationAnswer> {
  const { status, body } = await post(url, asked);
  if (status === 200 && Canceled.safeParse(body).success) return { state: 'canceled' };
  const refused = Refused.safeParse(body);
  if (REFUSALS.includes(status) && refused.success)
    return { state: 'refused', message: refused.data.message };
  throw new CourseSystemUnknown(`The course system gave no certain answer (status ${status}).`);
}

async function post(url: string, { system, course_ref, confirmation, signal }: Cancellation) {
  const path = [system, 'courses', course_ref, 'reservations', confirmation, 'cancel'].map(
    encodeURIComponent,
  );
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/${path.join('/')}`, {
      method: 'POST',
      headers,
      body: '{}',
      signal,
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  } catch (cause) {
    throw new CourseSystemUnknown('The course system did not answer.', { cause });
  }
}

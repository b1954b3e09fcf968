type CourseSystemName = 'fore_up' | 'golfnow' | 'golfswitch' | 'club_prophet';

export type Cancellation = {
  system: CourseSystemName;
  /** The course's id at that system. */
  course_ref: string;
  confirmation: string;
  signal: AbortSignal;
};
export type CancellationAnswer = { state: 'canceled' } | { state: 'refused'; message: string };

/** The systems that hold the courses' reservations. */
export interface CourseSystems {
  /** Cancels a reservation; one that is canceled already is canceled again. Throws `CourseSystemUnknown` where nothing certain was answered. */
  cancelReservation(asked: Cancellation): Promise<CancellationAnswer>;
}

/** Whether the reservation was canceled is not known: no answer, a 5xx, or one that can not be read. */
export class CourseSystemUnknown extends Error {
  override readonly name = 'CourseSystemUnknown';
}

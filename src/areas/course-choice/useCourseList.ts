import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sendCall } from '../../web/sending/send.ts';
import { courseChoice } from './course-choice.contract.ts';

const CALLS = {
  all: courseChoice.list,
  internal: courseChoice.internalList,
  live: courseChoice.liveList,
} as const;
/** The courses to choose from: `internal` leaves out inactive courses; `live` also leaves out internal-only courses. */
export type WhichCourses = keyof typeof CALLS;

const listOf = (which: WhichCourses) => ({
  queryKey: ['courses list', which],
  queryFn: () => sendCall(CALLS[which]),
});

/** Loads the id and name of the courses to choose from. */
export const useCourseList = (which: WhichCourses) => useQuery(listOf(which));

/**
 * Returns a function that loads a record together with the names of its courses, because names that arrive later would move the
 * content below them.
 */
export function useLoadWithCourses() {
  const queries = useQueryClient();
  return async <T>(record: Promise<T>): Promise<T> => {
    await queries.ensureQueryData(listOf('all')).catch(() => undefined);
    return record;
  };
}

/** Returns the name of a course that is not inactive; undefined until the name is loaded. */
export const useCourseName = (id: number): string | undefined =>
  useCourseList('internal').data?.find(([known]) => known === id)?.[1];

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../../web/sending/send.ts';
import { courseChoice } from './course-choice.contract.ts';

const CALLS = {
  all: courseChoice.list,
  internal: courseChoice.internalList,
  live: courseChoice.liveList,
} as const;
/** `internal` leaves out inactive courses; `live` those that only staff book as well. */
export type WhichCourses = keyof typeof CALLS;

const listOf = (which: WhichCourses) => ({
  queryKey: ['courses list', which],
  queryFn: () => send(CALLS[which]),
});

/** Courses by id and name, to choose among. */
export const useCourseList = (which: WhichCourses) => useQuery(listOf(which));

/** Loads a record together with the names of its courses: names that come later would move what stands below them. */
export function useWithCourses() {
  const queries = useQueryClient();
  return async <T>(record: Promise<T>): Promise<T> => {
    await queries.ensureQueryData(listOf('all')).catch(() => undefined);
    return record;
  };
}

/** What a course that is not inactive is called; undefined until it is known. */
export const useCourseName = (id: number): string | undefined =>
  useCourseList('internal').data?.find(([known]) => known === id)?.[1];

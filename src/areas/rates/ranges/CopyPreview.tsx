import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '../../../contract/call.ts';
import { countWithNoun } from '../../../contract/words.ts';
import { callQuery } from '../../../web/sending/send.ts';
import { useCourseList } from '../../course-choice/useCourseList.ts';
import { rateDateRanges } from './rate-date-ranges.contract.ts';

type Course = CallAnswer<typeof rateDateRanges.copyPreview>[number];

/** Loads the effect of copying date ranges to every course, so that the effect is known at once when a course is ticked. */
export function useCopyPreview(golf_rate_id: number, rate_ids: number[]) {
  const course_ids = (useCourseList('all').data ?? []).map(([id]) => id);
  const body = { golf_rate_id, rate_ids, course_ids };
  return useQuery({
    queryKey: ['copy preview', body],
    ...callQuery(rateDateRanges.copyPreview, { body }),
    enabled: rate_ids.length > 0 && course_ids.length > 0,
  });
}

export const copyEffectText = ({ ranges, new_rate }: Course): string =>
  ranges === 0
    ? 'has all of them already'
    : `${countWithNoun(ranges, 'date range')} ${new_rate ? 'in a new rate' : 'added to its rate with these terms'}`;

/** Shows the total that saving would add at the ticked courses. */
export function CopyTotal({ courses }: { courses: readonly Course[] }) {
  const fresh = courses.filter(({ ranges }) => ranges > 0);
  const ranges = fresh.reduce((sum, course) => sum + course.ranges, 0);
  const complete = courses.length - fresh.length;
  return (
    <p role="status" aria-label="What will be added">
      {fresh.length > 0 &&
        `${countWithNoun(ranges, 'date range')} at ${countWithNoun(fresh.length, 'course')}.`}{' '}
      {complete > 0 &&
        `${countWithNoun(complete, 'course')} already ${complete === 1 ? 'has' : 'have'} all of them.`}
    </p>
  );
}

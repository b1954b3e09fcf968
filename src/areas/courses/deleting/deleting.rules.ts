import { countWithNoun, joinWithAnd } from '../../../contract/words.ts';
import type { DeletedWithCourse } from '../courses.contract.ts';

const some = (counts: [number, noun: string][]): string =>
  joinWithAnd(counts.filter(([n]) => n > 0).map(([n, noun]) => countWithNoun(n, noun)));

/**
 * Returns the warning before a course is deleted: `2 maintenance windows go with it. It leaves 3 holidays and 1 group.` Empty if
 * nothing else is deleted or changed.
 */
export function deletedWithCourseText(goes: Omit<DeletedWithCourse, 'kept_because'>): string {
  const gone: [number, string][] = [
    [goes.maintenances, 'maintenance window'],
    [goes.open_times, 'open time'],
    [goes.lost_leads, 'lost lead'],
    [goes.waiting_customers, 'waiting customer'],
  ];
  const left = some([
    [goes.holidays, 'holiday'],
    [goes.course_groups, 'group'],
    [goes.discounts, 'discount'],
  ]);
  const total = gone.reduce((sum, [n]) => sum + n, 0);
  const sentences = [
    total > 0 && `${some(gone)} ${total === 1 ? 'goes' : 'go'} with it.`,
    left && `It leaves ${left}.`,
    // A discount that was valid at this course only loses its course, and a discount without a course is valid at all courses.
    goes.discounts_here_only > 0 &&
      `${countWithNoun(goes.discounts_here_only, 'discount')} for this course alone will be good at every course.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

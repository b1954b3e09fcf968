import type { DayRead } from '../../../integrations/course/course-system.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { notifyOnce } from '../../notices/notices.queries.ts';
import { systemName } from '../check/check.rules.ts';
import type { DueScrape } from '../hosts/due-scrapes.queries.ts';
import { oddDaysOf } from './odd-rows.queries.ts';
import { oddNotice } from './odd-rows.rules.ts';

/**
 * Returns the notice of a look that left out odd rows; null where there are none, or another day of the course has some already:
 * a course is one notice, and Sources says the rest. Asked before the look is recorded.
 */
export async function oddRowsNotice(
  app: AppContext,
  look: DueScrape,
  answer: DayRead,
): Promise<string | null> {
  if (answer.outcome !== 'times' || !answer.odd) return null;
  const before = await oddDaysOf(app.db, look);
  if (!before || before.has_odd_days) return null;
  const { course_name } = before;
  return oddNotice({ course_name, system: systemName(look.system), day: look.day, odd: answer.odd });
}

/** Tells admins, once for these words. */
export async function notifyOddRows(app: AppContext, message: string): Promise<void> {
  if (await notifyOnce(app.db, { kind: 'source', message, tee_time_id: null })) app.live.tell('notices');
}

import type { DayRead } from '../../../integrations/course/course-system.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { notifyOnce } from '../../notices/notices.queries.ts';
import { systemName } from '../check/check.rules.ts';
import type { DueScrape } from '../hosts/due-scrapes.queries.ts';
import { oddDaysOf } from './odd-rows.queries.ts';
import { oddNotice } from './odd-rows.rules.ts';

/**
 * Returns the notice for a scrape that left out unreadable rows. Returns null if there are none, or if another day of the course
 * already has some, because a course gets one notice and the screen Sources shows the rest. Called before the scrape is recorded.
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

/** Notifies admins of unreadable rows, once for the same message. */
export async function notifyOddRows(app: AppContext, message: string): Promise<void> {
  if (await notifyOnce(app.db, { kind: 'source', message, tee_time_id: null })) app.live.tell('notices');
}

import type { DayScrapeResult } from '../../../integrations/course/course-system.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { createNoticeOnce } from '../../notices/notices.queries.ts';
import { courseSystemName } from '../check/check.rules.ts';
import type { DueScrape } from '../hosts/due-scrapes.queries.ts';
import { findUnreadableRowDays } from './odd-rows.queries.ts';
import { unreadableRowsNoticeText } from './odd-rows.rules.ts';

/**
 * Returns the notice for a scrape that left out unreadable rows. Returns null if there are none, or if another day of the course
 * already has some, because a course gets one notice and the screen Sources shows the rest. Called before the scrape is recorded.
 */
export async function findUnreadableRowsNotice(
  app: AppContext,
  look: DueScrape,
  answer: DayScrapeResult,
): Promise<string | null> {
  if (answer.outcome !== 'times' || !answer.odd) return null;
  const before = await findUnreadableRowDays(app.db, look);
  if (!before || before.has_odd_days) return null;
  const { course_name } = before;
  return unreadableRowsNoticeText({
    course_name,
    system: courseSystemName(look.system),
    day: look.day,
    odd: answer.odd,
  });
}

/** Notifies admins of unreadable rows, once for the same message. */
export async function notifyUnreadableRows(app: AppContext, message: string): Promise<void> {
  if (await createNoticeOnce(app.db, { kind: 'source', message, tee_time_id: null }))
    app.live.tell('notices');
}

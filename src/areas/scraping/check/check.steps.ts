import type { FieldsChecked } from '../../../integrations/course/course-system.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { notifyOnce } from '../../notices/notices.queries.ts';
import type { DueScrape } from '../hosts/due-scrapes.queries.ts';
import { putCheck } from './check.queries.ts';
import { dueSince, isSystem, lostNotice, type CheckClock } from './check.rules.ts';

export const checkClockOf = ({ now, settings }: AppContext): CheckClock => ({
  now: now(),
  at: settings.gatherCheckAt,
  timeZone: settings.businessTimeZone,
});

/** Stores the result of a field check, and notifies admins if the system no longer sends fields that RIC reads. */
export async function keepCheck(app: AppContext, look: DueScrape, checked: FieldsChecked): Promise<void> {
  const { system, course_id, course_ref } = look;
  const clock = checkClockOf(app);
  const due = dueSince(clock);
  if (due === null || !isSystem(system)) return;
  const checked_at = clock.now.toISOString();
  if (!(await putCheck(app.db, { ...checked, system, course_id, course_ref, checked_at, due }))) return;
  if (checked.lost.length === 0) return;
  const message = lostNotice({ system, lost: checked.lost });
  if (await notifyOnce(app.db, { kind: 'source', message, tee_time_id: null })) app.live.tell('notices');
}

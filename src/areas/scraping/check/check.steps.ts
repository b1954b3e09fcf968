import type { FieldNameComparison } from '../../../integrations/course/course-system.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { createNoticeOnce } from '../../notices/notices.queries.ts';
import type { DueScrape } from '../hosts/due-scrapes.queries.ts';
import { saveFieldCheck } from './check.queries.ts';
import {
  fieldCheckDueSince,
  isNamedCourseSystem,
  lostFieldsNotice,
  type FieldCheckClock,
} from './check.rules.ts';

export const fieldCheckClock = ({ now, settings }: AppContext): FieldCheckClock => ({
  now: now(),
  at: settings.gatherCheckAt,
  timeZone: settings.businessTimeZone,
});

/** Stores the result of a field check, and notifies admins if the system no longer sends fields that RIC reads. */
export async function storeFieldCheck(
  app: AppContext,
  look: DueScrape,
  checked: FieldNameComparison,
): Promise<void> {
  const { system, course_id, course_ref } = look;
  const clock = fieldCheckClock(app);
  const due = fieldCheckDueSince(clock);
  if (due === null || !isNamedCourseSystem(system)) return;
  const checked_at = clock.now.toISOString();
  if (!(await saveFieldCheck(app.db, { ...checked, system, course_id, course_ref, checked_at, due }))) return;
  if (checked.lost.length === 0) return;
  const message = lostFieldsNotice({ system, lost: checked.lost });
  if (await createNoticeOnce(app.db, { kind: 'source', message, tee_time_id: null }))
    app.live.tell('notices');
}

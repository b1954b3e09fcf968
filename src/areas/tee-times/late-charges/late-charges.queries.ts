import type { Db } from '../../../server/process/context.ts';
import { notify } from '../../notices/notices.queries.ts';
import type { Attempt } from '../../payments/attempts.queries.ts';
import { notReversedText } from './late-charges.texts.ts';

/** Notifies staff that a late charge could not be refunded, so that they have to do it. */
export function notifyNotReversed(db: Db, attempt: Attempt, cause: 'booking' | 'change'): Promise<void> {
  const { raw_amount, decline_reason, tee_time_id } = attempt;
  const message = notReversedText(raw_amount, cause, decline_reason ?? '');
  return notify(db, { kind: 'late_charge', message, tee_time_id });
}

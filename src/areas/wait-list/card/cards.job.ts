import { addDays, businessNow } from '../../../contract/dates.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../../server/process/timer.ts';
import { dropOldCards } from './saved-card.queries.ts';

const HOUR_MS = 3_600_000;

/** Starts deleting the cards of leads for the day before yesterday or earlier, which no screen shows any more. */
export const startDroppingCards = (app: AppContext): RepeatingTimer =>
  startTimer(HOUR_MS, 'old cards', () => {
    const today = businessNow(app.now(), app.settings.businessTimeZone).date;
    return dropOldCards(app.db, addDays(today, -1));
  });

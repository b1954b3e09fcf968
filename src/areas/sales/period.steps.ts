import { businessNow } from '../../contract/dates.ts';
import { InvalidFields } from '../../server/http/errors.ts';
import type { AppContext } from '../../server/process/context.ts';
import type { Period } from './period.contract.ts';
import { EARLIEST_PERIOD_DAY } from './period.rules.ts';

/** Returns the given period. Throws InvalidFields if its day is in the future or before 1970. */
export function requirePastPeriod<P extends Pick<Period, 'date'>>(app: AppContext, period: P): P {
  const { date: today } = businessNow(app.now(), app.settings.businessTimeZone);
  if (period.date > today) throw new InvalidFields({ date: ['must be today or earlier'] });
  if (period.date < EARLIEST_PERIOD_DAY)
    throw new InvalidFields({ date: [`must be ${EARLIEST_PERIOD_DAY} or later`] });
  return period;
}

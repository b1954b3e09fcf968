import { businessNow } from '../../contract/dates.ts';
import type { Handlers } from '../../server/http/serve.ts';
import { needySources } from '../scraping/sources/sources.steps.ts';
import type { counts } from './counts.contract.ts';
import { countWaiting } from './counts.queries.ts';

export const countHandlers: Handlers<typeof counts> = {
  show: async ({ db, app }) => {
    const now = app.now();
    const { date } = businessNow(now, app.settings.businessTimeZone);
    const [waiting, sources] = await Promise.all([countWaiting(db, now, date), needySources(db, app)]);
    return { ...waiting, sources: sources.length };
  },
};

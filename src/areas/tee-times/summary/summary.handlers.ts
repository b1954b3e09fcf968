import type { Handlers } from '../../../server/http/serve.ts';
import { notToCome } from '../../sales/period.steps.ts';
import type { teeTimeSummaries } from './summary.contract.ts';
import { teeTimeSummary, trendOfRounds } from './summary.queries.ts';

export const teeTimeSummaryHandlers: Handlers<typeof teeTimeSummaries> = {
  show: ({ db, app, params }) => teeTimeSummary(db, notToCome(app, params), app.settings.businessTimeZone),
  trend: ({ db, app, params }) => trendOfRounds(db, notToCome(app, params), app.settings.businessTimeZone),
};

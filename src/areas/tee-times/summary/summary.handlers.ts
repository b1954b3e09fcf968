import type { CallHandlers } from '../../../server/http/serve.ts';
import { requirePastPeriod } from '../../sales/period.steps.ts';
import type { teeTimeSummaries } from './summary.contract.ts';
import { teeTimeSummary, roundsTrend } from './summary.queries.ts';

export const teeTimeSummaryHandlers: CallHandlers<typeof teeTimeSummaries> = {
  show: ({ db, app, params }) =>
    teeTimeSummary(db, requirePastPeriod(app, params), app.settings.businessTimeZone),
  trend: ({ db, app, params }) =>
    roundsTrend(db, requirePastPeriod(app, params), app.settings.businessTimeZone),
};

import type { Handlers } from '../../../server/http/serve.ts';
import { notToCome } from '../../sales/period.steps.ts';
import type { certificateSummaries } from './summary.contract.ts';
import { certificateSummary, trendOfSold } from './summary.queries.ts';

export const certificateSummaryHandlers: Handlers<typeof certificateSummaries> = {
  show: ({ db, app, params }) =>
    certificateSummary(db, notToCome(app, params), app.settings.businessTimeZone),
  trend: ({ db, app, params }) => trendOfSold(db, notToCome(app, params), app.settings.businessTimeZone),
};

import type { CallHandlers } from '../../../server/http/serve.ts';
import { requirePastPeriod } from '../../sales/period.steps.ts';
import type { certificateSummaries } from './summary.contract.ts';
import { certificateSummary, soldCertificatesTrend } from './summary.queries.ts';

export const certificateSummaryHandlers: CallHandlers<typeof certificateSummaries> = {
  show: ({ db, app, params }) =>
    certificateSummary(db, requirePastPeriod(app, params), app.settings.businessTimeZone),
  trend: ({ db, app, params }) =>
    soldCertificatesTrend(db, requirePastPeriod(app, params), app.settings.businessTimeZone),
};

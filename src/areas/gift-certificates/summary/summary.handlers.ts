import type { Handlers } from '../../../server/http/serve.ts';
import { notToCome } from '../../sales/period.steps.ts';
import type { certificateSummaries } from './summary.contract.ts';
import { summaryOf, trendOfSold } from './summary.queries.ts';

export const certificateSummaryHandlers: Handlers<typeof certificateSummaries> = {
  show: ({ db, desk, params }) => summaryOf(db, notToCome(desk, params), desk.settings.businessTimeZone),
  trend: ({ db, desk, params }) => trendOfSold(db, notToCome(desk, params), desk.settings.businessTimeZone),
};

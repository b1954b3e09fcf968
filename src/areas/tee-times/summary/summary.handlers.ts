import type { Handlers } from '../../../server/http/serve.ts';
import { notToCome } from '../../sales/period.steps.ts';
import type { teeTimeSummaries } from './summary.contract.ts';
import { summaryOf, trendOfRounds } from './summary.queries.ts';

export const teeTimeSummaryHandlers: Handlers<typeof teeTimeSummaries> = {
  show: ({ db, desk, params }) => summaryOf(db, notToCome(desk, params), desk.settings.businessTimeZone),
  trend: ({ db, desk, params }) => trendOfRounds(db, notToCome(desk, params), desk.settings.businessTimeZone),
};

import { startRatingAfterMidnight } from '../../areas/rates/open-times/midnight.job.ts';
import { startScraping } from '../../areas/scraping/scrape.job.ts';
import { startPulse } from '../../areas/health/pulse.job.ts';
import { certificateNow } from '../../areas/gift-certificates/sending/send.steps.ts';
import { startOutboxWorker } from '../../areas/outbox/worker.job.ts';
import { startFollowingRenames } from '../../areas/tee-times/changing/renames.job.ts';
import { startLapsing } from '../../areas/tee-times/approving/lapsing.job.ts';
import { startDroppingCards } from '../../areas/wait-list/card/cards.job.ts';
import { startJoiningCounts } from '../../areas/tee-times/list/counts.job.ts';
import { startSummingDays } from '../../areas/sales/sales-days.job.ts';
import { startMailingReports } from '../../areas/report-schedules/running/schedules.job.ts';
import { startDroppingEvents, startWebhooks } from '../../areas/webhooks/sending/webhooks.job.ts';
import { startNotingRequests } from '../../areas/partner-interface/keys/requests.job.ts';
import { startImporting } from '../../areas/importing/files/imports.job.ts';
import { startLettingGo } from '../../areas/audit/short-lived/letting-go.job.ts';
import { startWritingRejections } from '../../areas/audit/short-lived/rejections.job.ts';
import { startSealing } from '../../areas/audit/sealing/sealing.job.ts';
import type { AppContext } from '../../server/process/context.ts';
import type { Timer } from '../../server/process/timer.ts';
import { startDeletingOldAnswers } from '../../areas/operations/old-answers.job.ts';
import { startLedgerCheck } from '../../areas/reconciling/ledger-check.job.ts';
import { startCheckingRefunds } from '../../areas/reconciling/failed-refunds/failed-refunds.job.ts';
import { startReconciler } from '../../areas/reconciling/reconciler.job.ts';
import { MONEY_OPERATIONS } from './money-operations.ts';

/** Starts the timers of all areas, which do everything that happens without a request. */
export function startJobs(app: AppContext): Timer[] {
  const starts = [
    startPulse,
    (at: AppContext) => startReconciler(at, MONEY_OPERATIONS),
    (at: AppContext) => startOutboxWorker(at, certificateNow),
    startLedgerCheck,
    startCheckingRefunds,
    startDeletingOldAnswers,
    startDroppingCards,
    startLapsing,
    startFollowingRenames,
    startRatingAfterMidnight,
    startScraping,
    startSummingDays,
    startJoiningCounts,
    startMailingReports,
    startWebhooks,
    startDroppingEvents,
    startNotingRequests,
    startWritingRejections,
    startSealing,
    startImporting,
    startLettingGo,
  ];
  return starts.map((start) => start(app));
}

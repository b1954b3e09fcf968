import { startRatingAfterMidnight } from '../../areas/rates/open-times/midnight.job.ts';
import { startScraping } from '../../areas/scraping/scrape.job.ts';
import { startHealthChecks } from '../../areas/health/pulse.job.ts';
import { currentCertificateMail } from '../../areas/gift-certificates/sending/send.steps.ts';
import { startOutboxWorker } from '../../areas/outbox/worker.job.ts';
import { startCopyingRenames } from '../../areas/tee-times/changing/renames.job.ts';
import { startLapsingRefundRequests } from '../../areas/tee-times/approving/lapsing.job.ts';
import { startDroppingCards } from '../../areas/wait-list/card/cards.job.ts';
import { startMergingTeeTimeCounts } from '../../areas/tee-times/list/counts.job.ts';
import { startSummingDays } from '../../areas/sales/sales-days.job.ts';
import { startMailingReports } from '../../areas/report-schedules/running/schedules.job.ts';
import { startDroppingEvents, startWebhooks } from '../../areas/webhooks/sending/webhooks.job.ts';
import { startStoringKeyRequests } from '../../areas/partner-interface/keys/requests.job.ts';
import { startImporting } from '../../areas/importing/files/imports.job.ts';
import { startDeletingShortLivedEntries } from '../../areas/audit/short-lived/letting-go.job.ts';
import { startWritingRejections } from '../../areas/audit/short-lived/rejections.job.ts';
import { startAuditSealing } from '../../areas/audit/sealing/sealing.job.ts';
import type { AppContext } from '../../server/process/context.ts';
import type { RepeatingTimer } from '../../server/process/timer.ts';
import { startDeletingOperationAnswers } from '../../areas/operations/old-answers.job.ts';
import { startLedgerCheck } from '../../areas/reconciling/ledger-check.job.ts';
import { startCheckingRefunds } from '../../areas/reconciling/failed-refunds/failed-refunds.job.ts';
import { startReconciler } from '../../areas/reconciling/reconciler.job.ts';
import { MONEY_OPERATIONS } from './money-operations.ts';

/** Starts the timers of all areas, which do everything that happens without a request. */
export function startJobs(app: AppContext): RepeatingTimer[] {
  const starts = [
    startHealthChecks,
    (at: AppContext) => startReconciler(at, MONEY_OPERATIONS),
    (at: AppContext) => startOutboxWorker(at, currentCertificateMail),
    startLedgerCheck,
    startCheckingRefunds,
    startDeletingOperationAnswers,
    startDroppingCards,
    startLapsingRefundRequests,
    startCopyingRenames,
    startRatingAfterMidnight,
    startScraping,
    startSummingDays,
    startMergingTeeTimeCounts,
    startMailingReports,
    startWebhooks,
    startDroppingEvents,
    startStoringKeyRequests,
    startWritingRejections,
    startAuditSealing,
    startImporting,
    startDeletingShortLivedEntries,
  ];
  return starts.map((start) => start(app));
}

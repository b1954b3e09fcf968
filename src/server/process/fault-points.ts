/**
 * The points in the code at which tests can kill the process, each just before, within or just after a commit: in the
 * payment protocol, a merge, a match, a partner's lead or event, and an import.
 */
export const FAULT_POINTS = [
  'booking.claiming',
  'booking.claimed',
  'booking.sent',
  'booking.answered',
  'booking.unanswered',
  'booking.unknown',
  'booking.settling',
  'booking.settled',
  'sale.claiming',
  'sale.claimed',
  'sale.sent',
  'sale.answered',
  'sale.unanswered',
  'sale.unknown',
  'sale.settling',
  'sale.settled',
  'certificate_refund.claiming',
  'certificate_refund.claimed',
  'certificate_refund.settling',
  'cancel.claiming',
  'cancel.claimed',
  'cancel.course_answered',
  'cancel.course_refused',
  'cancel.course_silent',
  'cancel.recording',
  'cancel.recorded',
  'change.claiming',
  'change.claimed',
  'change.sent',
  'change.answered',
  'change.unanswered',
  'change.unknown',
  'change.settling',
  'change.settled',
  'refund.sent',
  'refund.answered',
  'refund.unanswered',
  'refund.unknown',
  'refund.settling',
  'refund.settled',
  'reconciler.asked',
  'reconciler.resuming',
  'reversal.recorded',
  'lead.card_kept',
  'lead.leaving',
  'lead.left',
  'outbox.taken',
  'outbox.accepted',
  'webhook.leased',
  'webhook.answered',
  'merge.merging',
  'merge.merged',
  'match.queueing',
  'gathering.leased',
  'gathering.read',
  'gathering.recorded',
  'reports.leased',
  'reports.made',
  'import.begun',
  'import.reading',
  'import.read',
  'import.decided',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

let deadly: FaultPoint | undefined;
/** Sets the fault point at which this process kills itself; called once at start. */
export const setFaultPoint = (point: FaultPoint | undefined): void => {
  deadly = point;
};

/** Kills the process, as a power cut would, if this is the fault point set by FAULT_POINT; otherwise does nothing. */
export function dieAtFaultPoint(point: FaultPoint): void {
  if (point === deadly) process.kill(process.pid, 'SIGKILL');
}

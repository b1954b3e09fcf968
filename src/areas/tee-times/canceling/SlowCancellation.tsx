import { WaitProgress, type WaitPhase } from '../../../web/busy/WaitProgress.tsx';

type PhaseOptions = {
  cancel: boolean;
  refund: boolean;
  /** True if an admin has to approve the refund first. */
  isAsked?: boolean;
};

/** Says which system a slow cancellation or refund still waits for. */
export const SlowCancellation = ({ isUnderWay, ...options }: PhaseOptions & { isUnderWay: boolean }) => (
  <WaitProgress isUnderWay={isUnderWay} phases={phasesOf(options)} />
);

function phasesOf({ cancel, refund, isAsked }: PhaseOptions): WaitPhase[] {
  if (isAsked) return [{ from: 3, says: 'Asking for the approval' }];
  const whom = [cancel && 'the course', refund && 'the gateway'].filter(Boolean).join(' and ');
  const again = refund
    ? 'No answer yet; RIC keeps asking. Do not refund again'
    : 'No answer yet. Do not cancel again';
  return [
    { from: 3, says: `Asking ${whom}` },
    // The first request to the gateway has ended by then (PAYMENT_TRY_MS).
    { from: 10, says: again },
  ];
}

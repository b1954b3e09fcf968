import { TakesLong, type Phase } from '../../../web/busy/TakesLong.tsx';

type Deed = {
  cancel: boolean;
  refund: boolean;
  /** Somebody has to approve it first. */
  isAsked?: boolean;
};

/** Whom a cancellation or a refund that takes long still waits for. */
export const StillAsking = ({ isUnderWay, ...deed }: Deed & { isUnderWay: boolean }) => (
  <TakesLong isUnderWay={isUnderWay} phases={phasesOf(deed)} />
);

function phasesOf({ cancel, refund, isAsked }: Deed): Phase[] {
  if (isAsked) return [{ from: 3, says: 'Asking for the approval' }];
  const asked = [cancel && 'the course', refund && 'the gateway'].filter(Boolean).join(' and ');
  const again = refund
    ? 'No answer yet; RIC asks again. Do not refund again'
    : 'No answer yet. Do not cancel again';
  return [
    { from: 3, says: `Asking ${asked}` },
    // By then the gateway's first try is over (PAYMENT_TRY_MS).
    { from: 10, says: again },
  ];
}

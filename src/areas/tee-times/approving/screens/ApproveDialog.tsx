import { Alert } from '../../../../web/components/Alert.tsx';
import { Button } from '../../../../web/components/Button.tsx';
import { Dialog } from '../../../../web/components/Dialog.tsx';
import { useDialogClose } from '../../../../web/leaving/useDialogClose.ts';
import { sendCallForRawAnswer } from '../../../../web/sending/send.ts';
import { CancelOutcome } from '../../canceling/CancelOutcome.tsx';
import { SlowCancellation } from '../../canceling/SlowCancellation.tsx';
import { useCancellationCall } from '../../canceling/useCancellation.ts';
import type { RefundRequest } from '../../tee-times.contract.ts';
import { refundRequestWords } from '../../locks/waiting.rules.ts';
import { refundRequests } from '../refund-requests.contract.ts';

type Props = {
  request: RefundRequest;
  /** The `updated_at` of the tee time that the approver saw. */
  seenAt: string;
  close: () => void;
};

/** Focuses the button, so that the focus stays in the dialog when the form is replaced. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** Asks the approver for confirmation, carries out the refund request, and shows the outcome. */
export function ApproveDialog({ request, seenAt, close }: Props) {
  const { id, asked_by, force_cancel, seen_at } = request;
  const { said, isAnswered, pending, isDone, isWorking, process } = useCancellationCall({
    name: `approve ${id}`,
    deed: 'approval',
    again: 'Pressing Approve again is safe: it asks for the same refund.',
    send: (_, idempotencyKey) =>
      sendCallForRawAnswer(refundRequests.approve, { body: { id, updated_at: seenAt } }, { idempotencyKey }),
  });
  const mayClose = useDialogClose(close, isWorking);
  return (
    <Dialog title="Approve Refund" close={mayClose} size={480}>
      {said && <CancelOutcome outcome={said} isFinal={isAnswered} />}
      {isAnswered && !isDone && (
        <div className="row dialog-end">
          <Button ref={takeFocus} onClick={mayClose}>
            Close
          </Button>
        </div>
      )}
      {!isAnswered && !pending && (
        <>
          <p>
            {asked_by} asked to {refundRequestWords(request)}. Approving does that now
            {force_cancel ? ', whatever the course system says: the course was called' : ''}.
          </p>
          {seen_at !== seenAt && <p className="quiet">The tee time was changed since it was asked for.</p>}
          <div className="row dialog-end">
            <Button aria-disabled={!mayClose} onClick={mayClose}>
              Close
            </Button>
            <Button
              look="danger-go"
              aria-disabled={isWorking || undefined}
              onClick={() => void process(null)}
            >
              {isWorking ? 'Please wait...' : `Approve: ${refundRequestWords(request)}`}
            </Button>
          </div>
          <SlowCancellation isUnderWay={isWorking} cancel={request.cancel} refund />
        </>
      )}
      {pending && (
        <Alert tone="waiting" role="alert">
          <strong>{pending}</strong> This dialog will show the outcome.
        </Alert>
      )}
    </Dialog>
  );
}

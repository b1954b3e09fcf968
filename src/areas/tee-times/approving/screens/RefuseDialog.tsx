import { useState, type FormEvent } from 'react';
import { Button } from '../../../../web/components/Button.tsx';
import { Dialog } from '../../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../../web/components/ErrorBox.tsx';
import { useDialogClose } from '../../../../web/leaving/useDialogClose.ts';
import { TextArea } from '../../../../web/inputs/TextArea.tsx';
import { unknownOutcomeError } from '../../../../web/sending/not-known.ts';
import { FieldErrors, sendCall } from '../../../../web/sending/send.ts';
import { useAttempt } from '../../../../web/sending/useAttempt.ts';
import type { RefundRequest } from '../../tee-times.contract.ts';
import { refundRequestWords } from '../../locks/waiting.rules.ts';
import { refundRequests } from '../refund-requests.contract.ts';

/** Refuses a refund request with a reason, which the requester reads on Home. */
export function RefuseDialog({ request, close }: { request: RefundRequest; close: () => void }) {
  const { error, busy, attempt } = useAttempt();
  const mayClose = useDialogClose(close, busy);
  const [why, setWhy] = useState('');
  const errors = error instanceof FieldErrors ? error.errors : {};
  const refuse = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(async () => {
      await sendCall(refundRequests.refuse, { body: { id: request.id, why } }).catch((failed: unknown) => {
        throw unknownOutcomeError(failed, 'whether it was refused');
      });
      close();
    });
  };
  return (
    <Dialog title="Refuse Refund" close={mayClose} size={480}>
      <form className="stack" onSubmit={refuse} noValidate>
        <p>
          {request.asked_by} asked to {refundRequestWords(request)}. Nothing is done, and {request.asked_by}{' '}
          is told why.
        </p>
        {error && !errors.why && <ErrorBox error={error} />}
        <TextArea
          name="why"
          label="Why"
          readOnly={false}
          value={why}
          error={errors.why?.join(', ')}
          change={(text) => setWhy(text ?? '')}
        />
        <div className="row dialog-end">
          <Button aria-disabled={!mayClose} onClick={mayClose}>
            Close
          </Button>
          <Button type="submit" look="danger-go" aria-disabled={busy || undefined}>
            Refuse
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

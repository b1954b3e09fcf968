import type { ReactNode } from 'react';
import { formatMoney } from '../../../../contract/money.ts';
import { useBusinessSettings } from '../../../../web/business/business.ts';
import { formatInstant } from '../../../../web/business/instant.ts';
import { Alert } from '../../../../web/components/Alert.tsx';
import { Button } from '../../../../web/components/Button.tsx';
import { ErrorBox } from '../../../../web/components/ErrorBox.tsx';
import { askToConfirm } from '../../../../web/leaving/ask.ts';
import { sendCall } from '../../../../web/sending/send.ts';
import { useSession } from '../../../../web/sending/session.ts';
import { useAttempt } from '../../../../web/sending/useAttempt.ts';
import type { RefundRequest } from '../../tee-times.contract.ts';
import { refundRequestWords } from '../../locks/waiting.rules.ts';
import { refundRequests } from '../refund-requests.contract.ts';
import '../../tee-times.css';

type Props = {
  request: RefundRequest;
  /** Runs after the request is withdrawn. */
  done?: () => void;
  /** Further buttons for the request. */
  children?: ReactNode;
};

/**
 * Shows a refund that waits for approval: the requester, the amount, and until when it waits. A user who may withdraw
 * the request can do so here.
 */
export function WaitingRefund({ request, done, children }: Props) {
  const { timeZone } = useBusinessSettings();
  const { admin } = useSession();
  const { error, busy, attempt } = useAttempt();
  const { asked_by, asked_at, lapses_at, reason, is_own } = request;
  async function withdraw(): Promise<void> {
    const detail = `What was asked for, to ${refundRequestWords(request)}, is not done, and its amount is free again.`;
    if (!(await askToConfirm({ question: 'Withdraw?', detail, verb: 'Withdraw', danger: true }))) return;
    await attempt(async () => {
      await sendCall(refundRequests.withdraw, { body: { id: request.id } });
      done?.();
    });
  }
  return (
    <Alert tone="waiting" role="status" className="waiting-refund stack">
      <p>
        <strong>Waiting for the approval of another admin: {refundRequestWords(request)}.</strong>{' '}
        {sharesOf(request)} Asked by {is_own ? 'you' : asked_by} on{' '}
        <time dateTime={asked_at}>{formatInstant(asked_at, timeZone)}</time>; lapses on{' '}
        <time dateTime={lapses_at}>{formatInstant(lapses_at, timeZone)}</time>.
      </p>
      {reason && <p className="waiting-refund-reason">Reason: {reason}</p>}
      {error && <ErrorBox error={error} />}
      {(children !== undefined || is_own || admin) && (
        <div className="row">
          {children}
          {(is_own || admin) && (
            <Button aria-disabled={busy || undefined} onClick={() => void withdraw()}>
              Withdraw
            </Button>
          )}
        </div>
      )}
    </Alert>
  );
}

/** Describes how a requested refund is shared between card and gift certificate. */
function sharesOf({ raw_card, raw_certificate }: RefundRequest): string {
  if (raw_certificate === 0) return 'To the card.';
  if (raw_card === 0) return 'To the gift certificate.';
  return `${formatMoney(raw_card)} to the card, ${formatMoney(raw_certificate)} to the gift certificate.`;
}

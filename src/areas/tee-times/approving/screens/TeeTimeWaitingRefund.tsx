import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../web/components/Button.tsx';
import { focusScreenHeading } from '../../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../../web/components/ErrorBox.tsx';
import { useOnTopicChange } from '../../../../web/live/live.ts';
import { sendCall } from '../../../../web/sending/send.ts';
import { useSession } from '../../../../web/sending/session.ts';
import type { RefundRequest, TeeTime } from '../../tee-times.contract.ts';
import { refundRequests } from '../refund-requests.contract.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';
import { WaitingRefund } from './WaitingRefund.tsx';

// The request that is being decided stays on the screen until its dialog closes, although it no longer waits.
type Deciding = { request: RefundRequest; seenAt: string; how: 'approve' | 'refuse' };

type Props = {
  teeTime: TeeTime;
  /** Loads the tee time again after the request is decided. */
  changed: () => Promise<void>;
};

/** Shows the waiting refund request of a tee time, with the buttons Approve and Refuse for an admin who did not request it. */
export function TeeTimeWaitingRefund({ teeTime: { id, updated_at }, changed }: Props) {
  const { admin } = useSession();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const found = useQuery({
    queryKey: ['refund request', id],
    queryFn: () => sendCall(refundRequests.ofTeeTime, { params: { id } }, { background: true }),
  });
  const request = found.data?.waiting;
  const hasWaited = useRef(false);
  useEffect(() => {
    if (request) hasWaited.current = true;
  }, [request]);
  useOnTopicChange(['notices'], () => {
    void found.refetch();
    // A decided request disappears before its refund is carried out, so every later notice loads the tee time again too.
    if (hasWaited.current) changed().catch(() => undefined);
  });
  if (found.error) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  const close = (): void => setDeciding(null);
  return (
    <>
      {request && (
        <WaitingRefund request={request} done={focusScreenHeading}>
          {admin && !request.is_own && (
            <>
              {(['approve', 'refuse'] as const).map((how) => (
                <Button key={how} onClick={() => setDeciding({ request, seenAt: updated_at, how })}>
                  {how === 'approve' ? 'Approve' : 'Refuse'}
                </Button>
              ))}
            </>
          )}
        </WaitingRefund>
      )}
      {deciding?.how === 'approve' && <ApproveDialog {...deciding} close={close} />}
      {deciding?.how === 'refuse' && <RefuseDialog {...deciding} close={close} />}
    </>
  );
}

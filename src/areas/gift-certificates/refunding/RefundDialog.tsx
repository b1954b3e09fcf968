import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../contract/money.ts';
import { WaitProgress, type WaitPhase } from '../../../web/busy/WaitProgress.tsx';
import { Alert } from '../../../web/components/Alert.tsx';
import { Button } from '../../../web/components/Button.tsx';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { useDialogClose } from '../../../web/leaving/useDialogClose.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { certificateSales, type CertificateRefundOptions } from '../selling/selling.contract.ts';
import { CERTIFICATE_REFUND_QUERY_KEY, useCertificateRefund } from './useCertificateRefund.ts';

type Props = {
  certificate: { id: number; serial: string };
  /** Loads the gift certificate again after it has changed. */
  changed: () => Promise<void>;
  close: () => void;
};

const ASKING_GATEWAY: WaitPhase[] = [
  { from: 3, says: 'Asking the gateway' },
  // The first request to the gateway has ended by then (PAYMENT_TRY_MS).
  { from: 10, says: 'The payment gateway has not answered yet; RIC keeps asking. Do not refund it again' },
];

/** Focuses the button, so that the focus stays in the dialog when the form is replaced. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** Shows how much of an unspent gift certificate is refunded and to which card, before it is closed for good. */
export function RefundDialog({ certificate: { id, serial }, changed, close }: Props) {
  const refund = useCertificateRefund(id, changed);
  const { done, pending, error } = refund;
  const leave = useDialogClose(() => {
    close();
    if (done) void changed();
  }, refund.isWorking);
  return (
    <Dialog title="Refund Gift Certificate" close={leave}>
      <div className="stack">
        {pending && (
          <Alert tone="waiting" role="alert">
            <strong>{pending.message}</strong> This dialog will show the outcome.
          </Alert>
        )}
        {error && <ErrorBox error={error} />}
        {done && (
          <Alert tone="good" role="status">
            {done}
          </Alert>
        )}
        {done || pending ? (
          <div className="row dialog-end">
            <Button ref={takeFocus} onClick={leave}>
              Close
            </Button>
          </div>
        ) : (
          <Asked id={id} serial={serial} refund={refund} leave={leave} />
        )}
      </div>
    </Dialog>
  );
}

type AskedProps = {
  id: number;
  serial: string;
  refund: ReturnType<typeof useCertificateRefund>;
  leave: (() => void) | undefined;
};

/** Shows the amount that would be refunded, with the buttons to refund it or not. */
function Asked({ id, serial, refund: { isWorking, refund }, leave }: AskedProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [CERTIFICATE_REFUND_QUERY_KEY, id],
    queryFn: () => sendCall(certificateSales.refundOptions, { params: { id } }),
    gcTime: 0,
  });
  return (
    <>
      {error && <ErrorBox error={error} retry={() => void refetch()} />}
      {data && <WhatGoesBack serial={serial} {...data} />}
      <div className="row dialog-end">
        <Button aria-disabled={!leave} onClick={leave}>
          Keep it
        </Button>
        {data?.refusal === null && (
          <Button
            look="danger"
            aria-disabled={isWorking || undefined}
            onClick={() => void refund(data.updated_at)}
          >
            {isWorking ? 'Please wait...' : `Refund ${formatMoney(data.raw_back)}`}
          </Button>
        )}
      </div>
      <WaitProgress isUnderWay={isWorking} phases={ASKING_GATEWAY} />
    </>
  );
}

function WhatGoesBack({
  serial,
  refusal,
  raw_back,
  card_last4,
}: CertificateRefundOptions & { serial: string }) {
  if (refusal !== null) return <Alert tone="waiting">{refusal}</Alert>;
  return (
    <>
      <p>
        <strong>{formatMoney(raw_back)}</strong>{' '}
        {raw_back === 0
          ? 'goes back: nothing was paid for it.'
          : `goes back to ${card_last4 === null ? 'the card that paid' : `card ${card_last4}`}.`}
      </p>
      <p>The gift certificate {serial} is closed for good: nobody can spend it any more.</p>
    </>
  );
}

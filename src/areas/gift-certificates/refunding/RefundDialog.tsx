import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../contract/money.ts';
import { TakesLong, type Phase } from '../../../web/busy/TakesLong.tsx';
import { Alert } from '../../../web/components/Alert.tsx';
import { Button } from '../../../web/components/Button.tsx';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { send } from '../../../web/sending/send.ts';
import { certificateSales, type RefundOptions } from '../selling/selling.contract.ts';
import { useRefund } from './useRefund.ts';

type Props = {
  certificate: { id: number; serial: string };
  /** It is another one by now. */
  changed: () => Promise<void>;
  close: () => void;
};

const ASKING_GATEWAY: Phase[] = [
  { from: 3, says: 'Asking the gateway' },
  // By then its first try is over (PAYMENT_TRY_MS).
  { from: 10, says: 'The gateway has not answered yet; RIC asks again. Do not refund it again' },
];

/** Where the form has gone its focus would be lost. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** What goes back of an unspent certificate and where, before it is closed for good. */
export function RefundDialog({ certificate: { id, serial }, changed, close }: Props) {
  const refund = useRefund(id);
  const options = useQuery({
    queryKey: ['refund of certificate', id],
    queryFn: () => send(certificateSales.refundOptions, { params: { id } }),
    gcTime: 0,
  });
  const shown = options.data;
  const leave = (): void => {
    close();
    if (refund.done) void changed();
  };
  return (
    <Dialog title="Refund Gift Certificate" close={leave}>
      <div className="stack">
        {refund.pending && (
          <Alert tone="waiting" role="alert">
            <strong>{refund.pending.message}</strong> This dialog follows it and says what happened.
          </Alert>
        )}
        {refund.error && <ErrorBox error={refund.error} />}
        {refund.done && (
          <Alert tone="good" role="status">
            {refund.done}
          </Alert>
        )}
        {!refund.done && !refund.pending && options.error && (
          <ErrorBox error={options.error} retry={() => void options.refetch()} />
        )}
        {!refund.done && !refund.pending && options.data && (
          <WhatGoesBack serial={serial} {...options.data} />
        )}
        <div className="row dialog-end">
          <Button ref={refund.done ? takeFocus : undefined} onClick={leave}>
            {refund.done ? 'Close' : 'Keep it'}
          </Button>
          {!refund.done && !refund.pending && shown?.refusal === null && (
            <Button
              look="danger"
              aria-disabled={refund.isWorking || undefined}
              onClick={() => void refund.refund(shown.updated_at)}
            >
              {refund.isWorking ? 'Please wait...' : `Refund ${formatMoney(shown.raw_back)}`}
            </Button>
          )}
        </div>
        <TakesLong isUnderWay={refund.isWorking} phases={ASKING_GATEWAY} />
      </div>
    </Dialog>
  );
}

function WhatGoesBack({ serial, refusal, raw_back, card_last4 }: RefundOptions & { serial: string }) {
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

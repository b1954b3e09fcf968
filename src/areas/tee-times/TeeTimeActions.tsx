import { Suspense } from 'react';
import { useFocusRescue } from '../../web/navigation/useFocusRescue.ts';
import { RecordBarButton } from '../../web/records/RecordBarButton.tsx';
import { SendButtons } from '../../web/records/SendButtons.tsx';
import type { RecordState } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { earnedCents } from '../transactions/transactions.rules.ts';
import { CancellationDialog } from './canceling/CancellationDialog.tsx';
import { ChangeCustomerDialog } from './changing/ChangeCustomerDialog.tsx';
import { teeTimes, type TeeTime } from './tee-times.contract.ts';
import { lazyPart } from '../../web/navigation/lazy-screen.ts';

// The specified questions before an e-mail is sent (Spec 1 §2).
const SENDS = [
  {
    label: 'Send Receipt',
    hotkey: 'r',
    question: 'Send the receipt again?',
    sent: 'Receipt sent',
    call: teeTimes.receipt,
  },
  {
    label: 'Send Voucher',
    question: 'Send the voucher again?',
    sent: 'Voucher sent',
    call: teeTimes.voucher,
  },
  {
    label: 'Send Cancelation Email',
    question: 'Send cancel email. Are you sure?',
    sent: 'Cancelation sent',
    call: teeTimes.cancelEmail,
  },
] as const;
type Props = {
  teeTime: TeeTime;
  record: Pick<RecordState, 'say' | 'sayRefused' | 'sayNothing'>;
  open: (dialog: TeeTimeDialogName) => void;
};
/** The dialogs that open over the record of a tee time. */
export type TeeTimeDialogName = 'cancel' | 'change' | 'customer';

const RED = { look: 'danger' } as const;

/**
 * Shows the buttons that send e-mail about a tee time and that change or cancel it; empty if nothing can be sent or
 * canceled.
 */
export function TeeTimeActions({ teeTime, record, open }: Props) {
  // The button that opened a dialog may be gone when the dialog closes, so the focus is moved elsewhere.
  useFocusRescue();
  if (teeTime.status === 'failed' || teeTime.status === 'pending') return null;
  const { is_canceled } = teeTime;
  const cancel = (): void => open('cancel');
  const sendings = SENDS.map(({ call, ...texts }) => ({
    ...texts,
    to: teeTime.customer[0]?.email,
    send: () => sendCall(call, { params: { id: teeTime.id } }),
  }));
  return (
    <>
      <SendButtons sendings={sendings} record={record} />
      {teeTime.status === 'booked' && (
        <RecordBarButton act={() => open('change')}>Change Round</RecordBarButton>
      )}
      {!isSettled(teeTime) && (
        <RecordBarButton {...(!is_canceled && RED)} act={cancel}>
          Cancel Tee Time
        </RecordBarButton>
      )}
      {!isSettled(teeTime) && is_canceled && (
        <RecordBarButton {...RED} act={cancel}>
          Refund ...
        </RecordBarButton>
      )}
    </>
  );
}

/** Returns true if the tee time is canceled and all that was paid for it is refunded. */
const isSettled = ({ is_canceled, transaction_record }: TeeTime): boolean =>
  is_canceled && earnedCents(transaction_record) <= 0;

type DialogProps = {
  of: TeeTimeDialogName;
  teeTime: TeeTime;
  /** Loads the tee time again after a dialog has changed it, and keeps what is typed on the screen. */
  changed: () => Promise<void>;
  close: () => void;
};

// The change dialog is loaded when it opens, because its card inputs are large and seldom needed.
const ChangeRoundDialog = lazyPart(
  () => import('./repricing/screens/ChangeRoundDialog.tsx'),
  'ChangeRoundDialog',
);

export function TeeTimeDialog({ of, teeTime, changed, close }: DialogProps) {
  // If the changed tee time cannot be loaded now, the next save is rejected as outdated.
  const end = (isDone: boolean): void => {
    close();
    if (isDone) changed().catch(() => undefined);
  };
  if (of === 'cancel') return <CancellationDialog teeTime={teeTime} close={end} />;
  if (of === 'change')
    return (
      <Suspense>
        <ChangeRoundDialog teeTime={teeTime} close={end} />
      </Suspense>
    );
  return <ChangeCustomerDialog teeTime={teeTime} changed={changed} close={close} />;
}

import { Suspense } from 'react';
import { useFocusRescue } from '../../web/navigation/useFocusRescue.ts';
import { ActButton } from '../../web/records/ActButton.tsx';
import { SendButtons } from '../../web/records/SendButtons.tsx';
import type { RecordState } from '../../web/records/useRecord.ts';
import { send } from '../../web/sending/send.ts';
import { earnedCents } from '../transactions/transactions.rules.ts';
import { CancellationDialog } from './canceling/CancellationDialog.tsx';
import { ChangeCustomerDialog } from './changing/ChangeCustomerDialog.tsx';
import { teeTimes, type TeeTime } from './tee-times.contract.ts';
import { fetchedPart } from '../../web/navigation/lazy-screen.ts';

// Spec 1 §2: the questions, to the letter.
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
 * The buttons that send e-mail about a tee time and open the dialogs to change and cancel it; empty if it has nothing to send or
 * cancel.
 */
export function TeeTimeActs({ teeTime, record, open }: Props) {
  // The button that opened a dialog may be gone when the dialog closes.
  useFocusRescue();
  if (teeTime.status === 'failed' || teeTime.status === 'pending') return null;
  const { is_canceled } = teeTime;
  const cancel = (): void => open('cancel');
  const sendings = SENDS.map(({ call, ...texts }) => ({
    ...texts,
    to: teeTime.customer[0]?.email,
    send: () => send(call, { params: { id: teeTime.id } }),
  }));
  return (
    <>
      <SendButtons sendings={sendings} record={record} />
      {teeTime.status === 'booked' && <ActButton act={() => open('change')}>Change Round</ActButton>}
      {!isSettled(teeTime) && (
        <ActButton {...(!is_canceled && RED)} act={cancel}>
          Cancel Tee Time
        </ActButton>
      )}
      {!isSettled(teeTime) && is_canceled && (
        <ActButton {...RED} act={cancel}>
          Refund ...
        </ActButton>
      )}
    </>
  );
}

/** Returns true if the tee time is canceled and all that was paid for it has been given back. */
const isSettled = ({ is_canceled, transaction_record }: TeeTime): boolean =>
  is_canceled && earnedCents(transaction_record) <= 0;

type DialogProps = {
  of: TeeTimeDialogName;
  teeTime: TeeTime;
  /** Loads the tee time again beneath what is typed, after the dialog has changed it. */
  changed: () => Promise<void>;
  close: () => void;
};

// Loaded with the inputs of a card, which an existing record alone does not need.
const ChangeRoundDialog = fetchedPart(
  () => import('./repricing/screens/ChangeRoundDialog.tsx'),
  'ChangeRoundDialog',
);

export function TeeTimeDialog({ of, teeTime, changed, close }: DialogProps) {
  // If it cannot be loaded now, the next save says that it was changed.
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

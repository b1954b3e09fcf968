import { useState } from 'react';
import { ask } from '../../web/leaving/ask.ts';
import { ActButton } from '../../web/records/ActButton.tsx';
import type { RecordState } from '../../web/records/useRecord.ts';
import { Refusal, send, SignedOut } from '../../web/sending/send.ts';
import { teeTimes, type TeeTime } from './tee-times.contract.ts';

// Spec 1 §2: the questions, to the letter.
const SENDS = [
  {
    label: 'Send Receipt',
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
type Send = (typeof SENDS)[number];
type Props = {
  teeTime: TeeTime;
  record: Pick<RecordState, 'say' | 'sayRefused' | 'sayNothing'>;
  cancel: () => void;
};

/** What may be sent about a tee time, and the way to its cancellation; nothing where there is nothing to send or cancel. */
export function SendButtons({ teeTime, record, cancel }: Props) {
  const [isSending, setSending] = useState(false);
  const email = teeTime.customer[0]?.email ?? '';
  async function start({ call, question, label, sent }: Send): Promise<void> {
    if (!(await ask({ question, verb: label }))) return;
    setSending(true);
    record.sayNothing();
    try {
      await send(call, { params: { id: teeTime.id } });
      record.say(email ? `${sent} to ${email}` : sent);
    } catch (error) {
      if (!(error instanceof SignedOut)) record.sayRefused(...refusalOf(error));
    }
    setSending(false);
  }
  if (teeTime.status === 'failed' || teeTime.status === 'pending') return null;
  return (
    <>
      {SENDS.map((each) => (
        <ActButton key={each.label} off={isSending} act={() => start(each)}>
          {each.label}
        </ActButton>
      ))}
      <ActButton look="danger" act={cancel}>
        Cancel Tee Time
      </ActButton>
      {isSending && (
        <div className="wait-overlay" role="status">
          Please wait...
        </div>
      )}
    </>
  );
}

const refusalOf = (error: unknown): [string, string | null] => [
  error instanceof Error ? error.message : String(error),
  error instanceof Refusal ? error.backendMessage : null,
];

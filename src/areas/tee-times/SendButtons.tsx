import { useState } from 'react';
import { ask } from '../../web/ask.ts';
import { Refusal, send, SignedOut } from '../../web/send.ts';
import { teeTimes, type TeeTime } from './tee-times.contract.ts';

// Spec 1 §2: the questions, to the letter.
const SENDS = [
  { label: 'Send Receipt', question: 'Send the receipt again?', call: teeTimes.receipt },
  { label: 'Send Voucher', question: 'Send the voucher again?', call: teeTimes.voucher },
  {
    label: 'Send Cancelation Email',
    question: 'Send cancel email. Are you sure?',
    call: teeTimes.cancelEmail,
  },
] as const;
type Send = (typeof SENDS)[number];
type Said = { tone: 'good' | 'danger'; text: string; backend: string | null };

/** What may be sent about a tee time, and the way to its cancellation. */
export function SendButtons({ teeTime, cancel }: { teeTime: TeeTime; cancel: () => void }) {
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  async function start({ call, question, label }: Send): Promise<void> {
    if (!(await ask({ question, verb: label }))) return;
    setSending(true);
    setSaid(null);
    try {
      await send(call, { params: { id: teeTime.id } });
      setSaid({ tone: 'good', text: 'Success', backend: null });
    } catch (error) {
      if (!(error instanceof SignedOut)) setSaid(refusalOf(error));
    }
    setSending(false);
  }
  const [receipt, voucher, cancelation] = SENDS;
  const button = (each: Send) => (
    <button type="button" className="btn" disabled={isSending} onClick={() => void start(each)}>
      {each.label}
    </button>
  );
  return (
    <>
      <span className="row push">
        {button(receipt)}
        {button(voucher)}
        <button type="button" className="btn" data-look="danger" onClick={cancel}>
          Cancel Tee Time
        </button>
        {button(cancelation)}
      </span>
      {isSending && (
        <div className="wait-overlay" role="status">
          Please wait...
        </div>
      )}
      {said && (
        <div
          className="alert send-said"
          data-tone={said.tone}
          role={said.tone === 'good' ? 'status' : 'alert'}
        >
          {said.text}
          {said.backend && <p>{said.backend}</p>}
        </div>
      )}
    </>
  );
}

const refusalOf = (error: unknown): Said => ({
  tone: 'danger',
  text: error instanceof Error ? error.message : String(error),
  backend: error instanceof Refusal ? error.backendMessage : null,
});

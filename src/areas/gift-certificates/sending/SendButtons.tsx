import { useEffect, useState } from 'react';
import { Fatal, send, SignedOut } from '../../../web/send.ts';
import { giftCertificates } from '../gift-certificates.contract.ts';
import '../gift-certificates.css';

const SENDS = [
  { label: 'Send Receipt', call: giftCertificates.receipt },
  { label: 'Send Gift Certificate', call: giftCertificates.certificate },
] as const;
type Send = (typeof SENDS)[number];
type Said = { tone: 'good' | 'danger'; text: string };

/** What may be sent about a certificate, and what came of it beside the buttons. */
export function SendButtons({ serial, editing }: { serial: string; editing: boolean }) {
  const [sending, setSending] = useState<Send | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  // What a send came to is over once somebody turns to the form.
  useEffect(() => setSaid(null), [editing]);
  async function start(chosen: Send): Promise<void> {
    setSending(chosen);
    setSaid(null);
    try {
      await send(chosen.call, { params: { serial } });
      setSaid({ tone: 'good', text: 'Success' });
    } catch (error) {
      if (!(error instanceof SignedOut)) setSaid({ tone: 'danger', text: messageOf(error) });
    }
    setSending(null);
  }
  return (
    <span className="row push">
      {said && (
        <span className="alert sent" data-tone={said.tone} role={said.tone === 'good' ? 'status' : 'alert'}>
          {said.text}
        </span>
      )}
      {SENDS.map((each) => (
        <button
          key={each.label}
          type="button"
          className="btn"
          disabled={sending !== null}
          onClick={() => void start(each)}
        >
          {sending === each ? 'Please wait...' : each.label}
        </button>
      ))}
    </span>
  );
}

// Spec 2 §8: any status but 200 shows the message field of the response.
function messageOf(error: unknown): string {
  if (!(error instanceof Fatal)) return error instanceof Error ? error.message : String(error);
  try {
    const said: unknown = JSON.parse(error.debug);
    const message = typeof said === 'object' && said !== null && 'message' in said ? said.message : null;
    return typeof message === 'string' ? message : error.message;
  } catch {
    return error.message;
  }
}

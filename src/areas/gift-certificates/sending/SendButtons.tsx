import { useState } from 'react';
import { ActButton } from '../../../web/records/ActButton.tsx';
import type { RecordState } from '../../../web/records/useRecord.ts';
import { Fatal, send, SignedOut } from '../../../web/sending/send.ts';
import { giftCertificates } from '../gift-certificates.contract.ts';

const SENDS = [
  { label: 'Send Receipt', sent: 'Receipt sent', call: giftCertificates.receipt },
  { label: 'Send Gift Certificate', sent: 'Gift certificate sent', call: giftCertificates.certificate },
] as const;
type Send = (typeof SENDS)[number];
type Props = { serial: string; record: Pick<RecordState, 'say' | 'sayRefused' | 'sayNothing'> };

/** What may be sent about a certificate; what came of it stands beside the buttons. */
export function SendButtons({ serial, record }: Props) {
  const [sending, setSending] = useState<Send | null>(null);
  async function start(chosen: Send): Promise<void> {
    setSending(chosen);
    record.sayNothing();
    try {
      await send(chosen.call, { params: { serial } });
      record.say(chosen.sent);
    } catch (error) {
      if (!(error instanceof SignedOut)) record.sayRefused(messageOf(error));
    }
    setSending(null);
  }
  return SENDS.map((each) => (
    <ActButton key={each.label} off={sending !== null} act={() => start(each)}>
      {sending === each ? 'Please wait...' : each.label}
    </ActButton>
  ));
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

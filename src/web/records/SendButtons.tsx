import { useState } from 'react';
import { ask } from '../leaving/ask.ts';
import { Rejection, SignedOut } from '../sending/send.ts';
import { ActButton } from './ActButton.tsx';
import type { RecordState } from './useRecord.ts';

/** An e-mail about a record, or another action on it that is one call. */
export type RecordAction = {
  label: string;
  /** The single key that presses it. */
  hotkey?: string;
  /** The question to confirm before sending. */
  question?: string;
  /** The bar's message afterwards: `Receipt sent`. */
  sent: string;
  /** The recipient, if the screen knows it. */
  to?: string | undefined;
  send: () => Promise<unknown>;
};
type Props = { sendings: RecordAction[]; record: Pick<RecordState, 'say' | 'sayRefused' | 'sayNothing'> };

/** A button for each of a record's e-mails, one at a time; the result is shown beside them in the bar. */
export function SendButtons({ sendings, record }: Props) {
  const [isSending, setSending] = useState(false);
  async function start({ label, question, sent, to, send }: RecordAction): Promise<void> {
    if (question && !(await ask({ question, verb: label }))) return;
    setSending(true);
    record.sayNothing();
    try {
      await send();
      record.say(to ? `${sent} to ${to}` : sent);
    } catch (error) {
      if (!(error instanceof SignedOut)) record.sayRefused(...refusalOf(error));
    }
    setSending(false);
  }
  return (
    <>
      {sendings.map((each) => (
        <ActButton key={each.label} hotkey={each.hotkey} off={isSending} act={() => start(each)}>
          {each.label}
        </ActButton>
      ))}
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
  error instanceof Rejection ? error.backendMessage : null,
];

import { useState } from 'react';
import { askToConfirm } from '../leaving/ask.ts';
import { Rejection, SignedOut } from '../sending/send.ts';
import { RecordBarButton } from './RecordBarButton.tsx';
import type { RecordState } from './useRecord.ts';

/** An action on a record that is a single HTTP call, such as sending an e-mail about the record. */
export type RecordAction = {
  label: string;
  /** The single-key shortcut that presses the action's button. */
  hotkey?: string;
  /** The question that the person must confirm before the action. */
  question?: string;
  /** The toolbar's message after the action: `Receipt sent`. */
  sent: string;
  /** The e-mail's recipient, if the screen knows the address. */
  to?: string | undefined;
  send: () => Promise<unknown>;
};
type Props = { sendings: RecordAction[]; record: Pick<RecordState, 'say' | 'sayRefused' | 'sayNothing'> };

/** Shows a button for each of a record's e-mails; one is sent at a time, and the toolbar shows the result. */
export function SendButtons({ sendings, record }: Props) {
  const [isSending, setSending] = useState(false);
  async function start({ label, question, sent, to, send }: RecordAction): Promise<void> {
    if (question && !(await askToConfirm({ question, verb: label }))) return;
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
        <RecordBarButton key={each.label} hotkey={each.hotkey} off={isSending} act={() => start(each)}>
          {each.label}
        </RecordBarButton>
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

import { useEffect, useState } from 'react';

/** The result of the last action on a record, shown until the next action. */
export type ActionResult = {
  tone: 'good' | 'danger';
  /** The message: `Saved`, `Receipt sent to richard@example.com`, or the reason of a rejection. */
  text: string;
  /** The message of the external system that caused the rejection. */
  detail?: string | null;
  at: Date;
};

// The path of a record that was just made: the new record's screen is replaced by the saved record's, which still shows the
// message.
const justSaved = { path: '' };
/** Marks the record at a path as just saved, so that its screen shows the message when it opens after the save. */
export const markRecordSaved = (path: string): void => void (justSaved.path = path);

/** The toolbar's message after a record was saved. */
export const SAVED_MESSAGE = 'Saved';
/** Returns true if the last action on a record was a save. */
export const isSaveResult = (said: ActionResult | null): boolean =>
  said?.tone === 'good' && said.text === SAVED_MESSAGE;

const good = (text: string): ActionResult => ({ tone: 'good', text, at: new Date() });

/**
 * Holds the result of the last action on a record, also of an area's own action: the toolbar shows the result until the
 * next action.
 */
export function useActionResult(path: string) {
  const [said, setSaid] = useState(() => (justSaved.path === path ? good(SAVED_MESSAGE) : null));
  useEffect(() => {
    justSaved.path = '';
  }, []);
  return {
    said,
    say: (text: string) => setSaid(good(text)),
    sayRefused: (text: string, detail: string | null = null) =>
      setSaid({ tone: 'danger', text, detail, at: new Date() }),
    sayNothing: () => setSaid(null),
  };
}

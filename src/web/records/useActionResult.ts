import { useEffect, useState } from 'react';

/** The result of the last action on a record, until the next one. */
export type ActionResult = {
  tone: 'good' | 'danger';
  /** `Saved`, `Receipt sent to richard@example.com`, or the reason of a rejection. */
  text: string;
  /** The message of the outside system behind the rejection. */
  detail?: string | null;
  at: Date;
};

// A new record's screen is replaced by the saved one's, which still shows the message.
const justSaved = { path: '' };
/** Lets the record at this path show that it was saved, when the screen goes there after the save. */
export const saySaved = (path: string): void => void (justSaved.path = path);

/** The message after a record was saved. */
export const SAVED = 'Saved';
/** Says if the last act on a record was its save. */
export const isSaved = (said: ActionResult | null): boolean => said?.tone === 'good' && said.text === SAVED;

const good = (text: string): ActionResult => ({ tone: 'good', text, at: new Date() });

/** The result of the last action, also of an area's own: the bar shows it until the next one. */
export function useActionResult(path: string) {
  const [said, setSaid] = useState(() => (justSaved.path === path ? good(SAVED) : null));
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

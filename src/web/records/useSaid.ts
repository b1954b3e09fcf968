import { useEffect, useState } from 'react';

/** What the last act on a record came to, until the next one. */
export type Said = {
  tone: 'good' | 'danger';
  /** `Saved`, `Receipt sent to richard@example.com`, or why it was refused. */
  text: string;
  /** What the system behind the refusal said. */
  detail?: string | null;
  at: Date;
};

// A new record's screen gives way to the saved one's, which then still says so.
const justSaved = { path: '' };
/** Lets the record at this path say that it was saved, when it is gone to from where that was done. */
export const saySaved = (path: string): void => void (justSaved.path = path);

const good = (text: string): Said => ({ tone: 'good', text, at: new Date() });

/** What the last act came to, an area's own acts too: it stands in the bar until the next one. */
export function useSaid(path: string) {
  const [said, setSaid] = useState(() => (justSaved.path === path ? good('Saved') : null));
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

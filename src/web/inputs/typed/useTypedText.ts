import { useState, type ChangeEvent, type KeyboardEvent } from 'react';

/** The keys that commit the typed text while the field keeps the focus: Enter, and Ctrl+S, which saves the committed values. */
export const commitsTypedText = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' || (key.toLowerCase() === 's' && (ctrlKey || metaKey));

/**
 * Holds the text being typed for a parsed value: with `live` it commits at each key, so that the form counts as changed
 * at once, otherwise when the field is left. Text that cannot be parsed is committed as typed, so that it stays and is
 * rejected.
 */
export function useTypedText(shown: string, commit: (typed: string) => void, live = false) {
  const [typed, setTyped] = useState<string | null>(null);
  const count = (): void => {
    if (typed !== null && typed !== shown && !live) commit(typed.trim());
    setTyped(null);
  };
  return {
    value: typed ?? shown,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value);
      if (live) commit(event.currentTarget.value.trim());
    },
    onBlur: count,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (commitsTypedText(event)) count();
    },
  };
}

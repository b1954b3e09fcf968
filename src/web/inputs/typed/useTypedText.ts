import { useState, type ChangeEvent, type KeyboardEvent } from 'react';

/**
 * Returns true for a key that commits the typed text while the input keeps the focus: Enter, or Ctrl+S, which saves the
 * committed values.
 */
export const isCommitKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' || (key.toLowerCase() === 's' && (ctrlKey || metaKey));

/**
 * Holds the text being typed for a parsed value. With `live`, every key press commits the text, so that the form counts as
 * changed at once; otherwise leaving the input commits it. Text that cannot be parsed is committed as typed, so that it
 * stays and is rejected.
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
      if (isCommitKey(event)) count();
    },
  };
}

import { useState } from 'react';

/**
 * Text being typed for a value that it is read into: with `live` at each key, so that the form counts as changed at once,
 * otherwise when the field is left. What can not be read is committed as it is typed, so that it stays and is refused.
 */
export function useTypedText(shown: string, commit: (typed: string) => void, live = false) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? shown,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value);
      if (live) commit(event.currentTarget.value.trim());
    },
    onBlur: () => {
      if (typed !== null && typed !== shown && !live) commit(typed.trim());
      setTyped(null);
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Enter') event.currentTarget.blur();
    },
  };
}

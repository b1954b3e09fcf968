import { useState } from 'react';

/**
 * Text being typed for a value that is only read when the field is left. What can not be read stays as typed and is
 * handed on as `unread` gives it, so that the server's message stands under the field.
 */
export function useTypedText(shown: string, commit: (typed: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? shown,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    onBlur: () => {
      if (typed !== null && typed !== shown) commit(typed.trim());
      setTyped(null);
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Enter') event.currentTarget.blur();
    },
  };
}

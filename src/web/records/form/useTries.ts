import { useMemo, useState } from 'react';
import { FieldErrors } from '../../sending/send.ts';
import { useAttempt } from '../../sending/useAttempt.ts';

/** Under which other names a field's change puts a refusal right: `{ golf_rate: ['players'] }`. */
export type Causes = Readonly<Record<string, readonly string[]>>;

const NONE: Causes = {};

/** Work on a record that may be refused, and what is left of the refusal: a field that was changed since is not in it. */
export function useTries(begin: () => void, causes: Causes = NONE) {
  const { attempt, busy, error: refused, forgetError } = useAttempt();
  const [changed, setChanged] = useState<string[]>([]);
  const error = useMemo(() => {
    if (!(refused instanceof FieldErrors)) return refused;
    const isRight = (name: string): boolean =>
      changed.some((each) => name === each || name.startsWith(`${each}.`) || causes[name]?.includes(each));
    const rest = Object.entries(refused.errors).filter(([name]) => !isRight(name));
    return rest.length > 0 ? new FieldErrors(Object.fromEntries(rest)) : null;
  }, [refused, changed, causes]);
  return {
    attempt: (work: () => Promise<void>): Promise<void> => {
      begin();
      setChanged([]);
      return attempt(work);
    },
    busy,
    error,
    /** The error as it came, the same for as long as nothing new is tried. */
    refused,
    forgetError,
    /** A field was typed into. */
    putRight: (name: string): void => {
      if (refused instanceof FieldErrors)
        setChanged((names) => (names.includes(name) ? names : [...names, name]));
    },
  };
}

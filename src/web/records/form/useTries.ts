import { useMemo, useState } from 'react';
import { FieldErrors } from '../../sending/send.ts';
import { useAttempt } from '../../sending/useAttempt.ts';

/** Error names that other fields' changes clear: `{ golf_rate: ['players'] }`. */
export type ErrorsClearedBy = Readonly<Record<string, readonly string[]>>;

const NONE: ErrorsClearedBy = {};

/** Runs work on a record and holds its errors; a field changed since is no longer among them. */
export function useTries(begin: () => void, causes: ErrorsClearedBy = NONE) {
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
    /** The error as it came, the same object until a new try. */
    refused,
    forgetError,
    /** Clears a field's error after a change. */
    putRight: (name: string): void => {
      if (refused instanceof FieldErrors)
        setChanged((names) => (names.includes(name) ? names : [...names, name]));
    },
  };
}

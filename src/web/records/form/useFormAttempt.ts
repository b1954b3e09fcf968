import { useMemo, useState } from 'react';
import { FieldErrors } from '../../sending/send.ts';
import { useAttempt } from '../../sending/useAttempt.ts';

/** Errors that are cleared by changes of other fields: `{ golf_rate: ['players'] }`. */
export type ErrorsClearedBy = Readonly<Record<string, readonly string[]>>;

const NONE: ErrorsClearedBy = {};

/** Runs an action on a record and holds its errors; an error disappears when its field is changed. */
export function useFormAttempt(begin: () => void, causes: ErrorsClearedBy = NONE) {
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
    /** The error of the last attempt, unchanged and the same object until a new attempt. */
    refused,
    forgetError,
    /** Clears a field's error after the person changed that field. */
    putRight: (name: string): void => {
      if (refused instanceof FieldErrors)
        setChanged((names) => (names.includes(name) ? names : [...names, name]));
    },
  };
}

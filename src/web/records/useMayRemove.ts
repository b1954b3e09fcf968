import { useEffect, useRef } from 'react';
import { ask, type Question } from '../leaving/ask.ts';

export const DELETE = {
  question: 'Delete?',
  detail: 'This can not be undone.',
  verb: 'Delete',
  danger: true,
};

/** What is asked before a deletion, found out when Delete is pressed. */
export type Removing = (id: number) => Promise<Question>;
type Attempt = (work: () => Promise<void>) => Promise<void>;

/** Asks whether a record may be deleted: by `DELETE`, or by what `removing` finds out first. */
export function useMayRemove(attempt: Attempt, removing: Removing | undefined) {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return async (id: number): Promise<boolean> => {
    let question: Question | null = removing ? null : DELETE;
    if (removing)
      await attempt(async () => {
        question = await removing(id);
      });
    // Whoever went on to another screen meanwhile is not asked there.
    return question !== null && isHere.current && ask(question);
  };
}

import { useEffect, useRef } from 'react';
import { ask, type Question } from '../leaving/ask.ts';

export const DELETE_QUESTION = {
  question: 'Delete?',
  detail: 'This cannot be undone.',
  verb: 'Delete',
  danger: true,
};

/** Builds the question before a deletion, when Delete is pressed. */
export type DeletionQuestion = (id: number) => Promise<Question>;
type Attempt = (work: () => Promise<void>) => Promise<void>;

/** Asks if a record may be deleted: with the general question, or with the one from `removing`. */
export function useMayRemove(attempt: Attempt, removing: DeletionQuestion | undefined) {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return async (id: number): Promise<boolean> => {
    let question: Question | null = removing ? null : DELETE_QUESTION;
    if (removing)
      await attempt(async () => {
        question = await removing(id);
      });
    // A person who went to another screen is not asked there.
    return question !== null && isHere.current && ask(question);
  };
}

import { useEffect, useRef } from 'react';
import { askToConfirm, type ConfirmQuestion } from '../leaving/ask.ts';

export const DELETE_QUESTION = {
  question: 'Delete?',
  detail: 'This cannot be undone.',
  verb: 'Delete',
  danger: true,
};

/** Builds the question that is asked when a person presses Delete. */
export type DeletionQuestion = (id: number) => Promise<ConfirmQuestion>;
type Attempt = (work: () => Promise<void>) => Promise<void>;

/**
 * Returns a function that asks the person if a record may be deleted: with the general question, or with the one from
 * `removing`.
 */
export function useConfirmDeletion(attempt: Attempt, removing: DeletionQuestion | undefined) {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return async (id: number): Promise<boolean> => {
    let question: ConfirmQuestion | null = removing ? null : DELETE_QUESTION;
    if (removing)
      await attempt(async () => {
        question = await removing(id);
      });
    // A person who has gone to another screen in the meantime is not asked.
    return question !== null && isHere.current && askToConfirm(question);
  };
}

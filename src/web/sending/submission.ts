import { loadDraft, deleteDraft, storeDraft } from '../leaving/drafts.ts';

/** An operation whose outcome the screen awaits, and the message shown until the outcome is known. */
export type FollowedOperation = {
  id: string;
  message: string;
  /** True if the operation was started by an earlier press of the button than the last one. */
  isEarlier: boolean;
};
type SubmissionDraft = { key: string; followed: FollowedOperation | null };

const NONE: SubmissionDraft = { key: '', followed: null };
const EARLIER =
  'The answer to your last press was lost. RIC is finding out what happened: please do not press again.';

/**
 * Holds the idempotency key of a submission that must not be done twice. The key stays from the first press of the button
 * until there is a certain answer, also if the screen is left or reloaded; it is deleted together with drafts.
 */
export function openSubmission(name: string) {
  const path = `submission ${name}`;
  const kept = (): SubmissionDraft => loadDraft(path, NONE) ?? NONE;
  const follow = (followed: FollowedOperation): FollowedOperation => {
    storeDraft(path, { ...kept(), followed });
    return followed;
  };
  return {
    /** Returns true if the answer to an earlier press was lost, so that the next press reuses the idempotency key. */
    isUnanswered: (): boolean => kept().key !== '',
    followed: (): FollowedOperation | null => kept().followed,
    key: (): string => {
      const { key } = kept();
      if (key !== '') return key;
      const made = crypto.randomUUID();
      storeDraft(path, { ...NONE, key: made });
      return made;
    },
    follow: (id: string, message: string) => follow({ id, message, isEarlier: false }),
    /** Follows the operation that first used this idempotency key. */
    followEarlier: (id: string) => follow({ id, message: EARLIER, isEarlier: true }),
    /** Ends the submission after a certain answer, so that the next press starts another one. */
    end: (): void => deleteDraft(path),
  };
}

import { draftOf, dropDraft, keepDraft } from '../leaving/drafts.ts';

/** An operation whose outcome is awaited, and the message shown until then. */
export type FollowedOperation = {
  id: string;
  message: string;
  /** True if it belongs to a press before the last one. */
  isEarlier: boolean;
};
type SubmissionDraft = { key: string; followed: FollowedOperation | null };

const NONE: SubmissionDraft = { key: '', followed: null };
const EARLIER =
  'The answer to your last press was lost. RIC is finding out what happened: please do not press again.';

/**
 * Holds the idempotency key of a submission that must not be done twice. It has one key from the first press until
 * there is a certain answer, also after leaving the screen or reloading it; it is dropped when drafts are.
 */
export function submissionOf(name: string) {
  const path = `submission ${name}`;
  const kept = (): SubmissionDraft => draftOf(path, NONE) ?? NONE;
  const follow = (followed: FollowedOperation): FollowedOperation => {
    keepDraft(path, { ...kept(), followed });
    return followed;
  };
  return {
    /** Returns true if the answer to an earlier press was lost: the next press has its key. */
    isUnanswered: (): boolean => kept().key !== '',
    followed: (): FollowedOperation | null => kept().followed,
    key: (): string => {
      const { key } = kept();
      if (key !== '') return key;
      const made = crypto.randomUUID();
      keepDraft(path, { ...NONE, key: made });
      return made;
    },
    follow: (id: string, message: string) => follow({ id, message, isEarlier: false }),
    /** Follows the submission that first used the key. */
    followEarlier: (id: string) => follow({ id, message: EARLIER, isEarlier: true }),
    /** The answer is certain: the next press is another submission. */
    end: (): void => dropDraft(path),
  };
}

export type ConfirmQuestion = {
  /** The question in the words of the specification: `Delete?`. */
  question: string;
  /** The consequence of answering yes, or the reason why yes is impossible. */
  detail?: string;
  /** Several questions that the person answers together. */
  lines?: { question: string; detail?: string }[];
  /** The verb on the button that answers yes; absent if yes is impossible. */
  verb?: string;
  danger?: boolean;
  /** Answers the question with yes when it needs no answer any more. */
  until?: Promise<void>;
};
export type PendingQuestion = ConfirmQuestion & { answer: (yes: boolean) => void };

let show: ((pending: PendingQuestion) => void) | null = null;

/**
 * Asks the person a question in a dialog; resolves to true if the verb was pressed. Closing the dialog in any other way
 * means no.
 */
export function askToConfirm(question: ConfirmQuestion): Promise<boolean> {
  return new Promise((answer) => (show ? show({ ...question, answer }) : answer(false)));
}

/** Registers the page's one dialog for the questions of `ask`. */
export const onConfirmQuestion = (shower: ((pending: PendingQuestion) => void) | null): void => {
  show = shower;
};

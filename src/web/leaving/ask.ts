export type Question = {
  /** The question as the specification has it: `Delete?`. */
  question: string;
  /** The consequence of a yes, or why there can be none. */
  detail?: string;
  /** Several questions with one answer. */
  lines?: { question: string; detail?: string }[];
  /** The verb on the button that says yes; absent if there can be none. */
  verb?: string;
  danger?: boolean;
  /** Answers the question with yes when it needs no answer any more. */
  until?: Promise<void>;
};
export type PendingQuestion = Question & { answer: (yes: boolean) => void };

let show: ((pending: PendingQuestion) => void) | null = null;

/** Asks in a dialog; resolves to true if the verb was pressed. Closing it in any other way is a no. */
export function ask(question: Question): Promise<boolean> {
  return new Promise((answer) => (show ? show({ ...question, answer }) : answer(false)));
}

/** Registers the one dialog on the page that answers `ask`. */
export const onAsk = (shower: ((pending: PendingQuestion) => void) | null): void => {
  show = shower;
};

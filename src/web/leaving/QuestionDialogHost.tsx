import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { QuestionDialog } from './QuestionDialog.tsx';
import { onConfirmQuestion, type PendingQuestion } from './ask.ts';

/** Shows the questions of `ask` in a dialog; the page has one such component, created again for each screen. */
export function QuestionDialogHost() {
  const [question, setQuestion] = useState<PendingQuestion | null>(null);
  useEffect(() => {
    // The dialog is rendered synchronously, because the next key press may already be the answer.
    onConfirmQuestion((next) => {
      flushSync(() => setQuestion(next));
      void next.until?.then(() => {
        next.answer(true);
        setQuestion((now) => (now === next ? null : now));
      });
    });
    return () => onConfirmQuestion(null);
  }, []);
  // Leaving the screen answers an open question with no; an answer that was already given is kept.
  useEffect(() => () => question?.answer(false), [question]);
  if (!question) return null;
  const answer = (yes: boolean): void => {
    setQuestion(null);
    question.answer(yes);
  };
  return <QuestionDialog key={question.question} {...question} answer={answer} />;
}

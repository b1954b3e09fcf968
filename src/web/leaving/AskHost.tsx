import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { AskDialog } from './AskDialog.tsx';
import { onAsk, type PendingQuestion } from './ask.ts';

/** Shows the questions of `ask`; it is once on the page, another on each screen. */
export function AskHost() {
  const [question, setQuestion] = useState<PendingQuestion | null>(null);
  useEffect(() => {
    // Rendered at once, since the next key may be the answer.
    onAsk((next) => flushSync(() => setQuestion(next)));
    return () => onAsk(null);
  }, []);
  // Leaving the screen answers an open question with no; an answer that was given stays.
  useEffect(() => () => question?.answer(false), [question]);
  if (!question) return null;
  const answer = (yes: boolean): void => {
    setQuestion(null);
    question.answer(yes);
  };
  return <AskDialog key={question.question} {...question} answer={answer} />;
}

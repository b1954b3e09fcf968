import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { AskDialog } from './AskDialog.tsx';
import { onAsk, type PendingQuestion } from './ask.ts';

/** Shows the questions of `ask`; it is once on the page, another on each screen. */
export function AskHost() {
  const [asked, setAsked] = useState<PendingQuestion | null>(null);
  useEffect(() => {
    // Rendered at once, since the next key may be the answer.
    onAsk((next) => flushSync(() => setAsked(next)));
    return () => onAsk(null);
  }, []);
  // Leaving the screen answers an open question with no; an answer that was given stays.
  useEffect(() => () => asked?.answer(false), [asked]);
  if (!asked) return null;
  const answer = (yes: boolean): void => {
    setAsked(null);
    asked.answer(yes);
  };
  return <AskDialog key={asked.question} {...asked} answer={answer} />;
}

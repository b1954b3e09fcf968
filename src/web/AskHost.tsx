import { lazy, Suspense, useEffect, useState } from 'react';
import { onAsk, type Asked } from './ask.ts';

const AskDialog = lazy(async () => ({ default: (await import('./AskDialog.tsx')).AskDialog }));

/** Stands once on the page and shows what `ask` asks. */
export function AskHost() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    onAsk(setAsked);
    return () => onAsk(null);
  }, []);
  if (!asked) return null;
  const answer = (yes: boolean): void => {
    setAsked(null);
    asked.answer(yes);
  };
  return (
    <Suspense>
      <AskDialog {...asked} answer={answer} />
    </Suspense>
  );
}

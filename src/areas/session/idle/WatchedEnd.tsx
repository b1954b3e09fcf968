import { useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from '../../../web/navigation/idle.ts';

/** Says when the sign-in is about to end. What watches over it is fetched when there is nothing else to do; the server ends it anyway. */
export function WatchedEnd() {
  const [Watch, setWatch] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        void import('./EndingSoon.tsx').then(
          ({ EndingSoon }) => setWatch(() => EndingSoon),
          () => undefined,
        );
      }),
    [],
  );
  return Watch && <Watch />;
}

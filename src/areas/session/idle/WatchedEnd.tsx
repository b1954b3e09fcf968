import { useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from '../../../web/navigation/idle.ts';

/**
 * Warns when the sign-in is about to end. The script that watches it is loaded when the browser is idle; the server ends the
 * session anyway.
 */
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

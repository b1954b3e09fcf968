import { useEffect, useState, type ComponentType } from 'react';
import { runWhenIdle } from '../../../web/navigation/idle.ts';

/**
 * Warns when the session is about to end. The code that watches for the end is loaded while the browser is idle, because the
 * server ends the session anyway.
 */
export function SessionEndWatch() {
  const [Watch, setWatch] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      runWhenIdle(() => {
        void import('./IdleWarning.tsx').then(
          ({ IdleWarning }) => setWatch(() => IdleWarning),
          () => undefined,
        );
      }),
    [],
  );
  return Watch && <Watch />;
}

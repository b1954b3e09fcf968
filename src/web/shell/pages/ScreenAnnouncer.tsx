import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { focusScreenHeading } from '../../components/Dialog.tsx';

const SAID_MS = 1500;

/**
 * Announces the opened screen to screen readers and focuses its heading. If a screen focuses a field itself, or only loads
 * other rows, the focus is left there.
 */
export function ScreenAnnouncer() {
  const router = useRouter();
  const [said, say] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (!pathChanged) return;
        const main = document.querySelector('main');
        const taken = main?.contains(document.activeElement) && document.activeElement !== main;
        const isOver = document.activeElement?.closest('[role="dialog"], #drawer[data-over]');
        if (!taken && !isOver) focusScreenHeading();
        say(router.state.matches.at(-1)?.staticData.title ?? '');
      }),
    [router],
  );
  useEffect(() => {
    const timer = setTimeout(() => say(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  );
}

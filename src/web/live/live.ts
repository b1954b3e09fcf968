import { useEffect, useEffectEvent } from 'react';
import type { LiveTopic } from '../../contract/live/live-topics.ts';
import { runWhenIdle } from '../navigation/idle.ts';
import { runSendingInBackground } from '../sending/request.ts';

// The interval between reloads: with the server's batching and the request itself, a screen is up to date within two
// seconds.
const AT_MOST_EVERY_MS = 1_200;

const listeners = new Set<(topics: LiveTopic[]) => void>();
const tellHere = (topics: LiveTopic[]): void => listeners.forEach((listener) => listener(topics));

/**
 * Follows the changes that other people make, while the calling component is mounted, that is while somebody is signed in.
 * Called once, around all screens.
 */
export function useLiveConnection(): void {
  useEffect(() => {
    let stop: (() => void) | null = () => undefined;
    const askedAt = performance.now();
    // The screen's first rows load before the stream is opened, because they are more urgent than later changes.
    const stopWaiting = runWhenIdle(() => {
      // Without a network there are no changes to follow; the screens report that themselves.
      void import('./follow.ts').then(
        ({ followLiveChanges }) => stop && (stop = followLiveChanges(tellHere, askedAt)),
        () => undefined,
      );
    });
    return () => {
      stopWaiting();
      stop?.();
      stop = null;
    };
  }, []);
}

/**
 * Calls `onChange` when somebody changed what a screen shows, at most about once a second; a hidden tab calls it when it is
 * shown again. Requests that `onChange` sends do not count as a person's input.
 */
export function useOnTopicChange(topics: readonly LiveTopic[], onChange: () => void): void {
  const change = useEffectEvent(onChange);
  const followed = topics.join();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    const pass = (): void => {
      timer = undefined;
      if (!isDue || document.hidden) return;
      isDue = false;
      timer = setTimeout(pass, AT_MOST_EVERY_MS);
      runSendingInBackground(change);
    };
    const passUnlessWaiting = (): void => {
      if (timer === undefined) pass();
    };
    const hear = (changed: LiveTopic[]): void => {
      isDue ||= changed.some((topic) => followed.split(',').includes(topic));
      passUnlessWaiting();
    };
    listeners.add(hear);
    document.addEventListener('visibilitychange', passUnlessWaiting);
    return () => {
      clearTimeout(timer);
      listeners.delete(hear);
      document.removeEventListener('visibilitychange', passUnlessWaiting);
    };
  }, [followed]);
}

import { useEffect, useEffectEvent } from 'react';
import type { LiveTopic } from '../../contract/wire.ts';
import { whenIdle } from '../navigation/idle.ts';
import { sendingInBackground } from '../sending/request.ts';

// With what the server gathers and the question itself a screen is right within two seconds.
const AT_MOST_EVERY_MS = 1_200;

const listeners = new Set<(topics: LiveTopic[]) => void>();
const tellHere = (topics: LiveTopic[]): void => listeners.forEach((listener) => listener(topics));

/** Follows what others change for as long as it is on the page: while somebody is signed in. Once, around all screens. */
export function useFollowing(): void {
  useEffect(() => {
    let stop: (() => void) | null = () => undefined;
    const askedAt = performance.now();
    // The first rows are worth more than to hear of the next.
    const stopWaiting = whenIdle(() => {
      // Without a network there is nothing to follow; the screens say that themselves.
      void import('./follow.ts').then(
        ({ followLive }) => stop && (stop = followLive(tellHere, askedAt)),
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
 * Calls `onChange` when somebody changed what a screen shows, at most about once a second, and on a hidden tab when it is shown
 * again. What it sends is no input of a person.
 */
export function useLive(topics: readonly LiveTopic[], onChange: () => void): void {
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
      sendingInBackground(change);
    };
    const hear = (changed: LiveTopic[]): void => {
      if (!changed.some((topic) => followed.split(',').includes(topic))) return;
      isDue = true;
      if (timer === undefined) pass();
    };
    const shown = (): void => {
      if (timer === undefined) pass();
    };
    listeners.add(hear);
    document.addEventListener('visibilitychange', shown);
    return () => {
      clearTimeout(timer);
      listeners.delete(hear);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [followed]);
}

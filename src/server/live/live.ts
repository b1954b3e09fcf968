import type { LiveTopic } from '../../contract/live/live-topics.ts';
import type { Database } from '../database/open.ts';
import { EventRelay } from './event-relay.ts';

type Listener = (topics: LiveTopic[]) => void;

/** Publishes changed topics to all listeners, in this process and in all others on the same database. */
export type LiveEvents = {
  /**
   * Publishes changed topics. Call it after the commit: within a transaction, listeners would read too early, or for
   * nothing. The call is cheap and never fails.
   */
  tell(...topics: readonly LiveTopic[]): void;
  /** Calls the listener for every topic published from now on; returns a function that stops the calls. */
  listen(listener: Listener): () => void;
  close(): Promise<void>;
};

// Events within this time are sent together, so that a job's thousand changes cause at most four queries a second per screen.
const GATHER_MS = 250;

/**
 * Opens the publishing of live events: by PostgreSQL's NOTIFY between processes; the embedded database has one
 * process, which notifies only itself.
 */
export function openLiveEvents({ listening }: Pick<Database, 'listening'>): LiveEvents {
  const listeners = new Set<Listener>();
  const gathered = new Set<LiveTopic>();
  let timer: NodeJS.Timeout | undefined;
  const hear = (topics: LiveTopic[]) => listeners.forEach((listener) => listener(topics));
  const others = listening && new EventRelay(listening, hear);
  const pass = () => {
    timer = undefined;
    const topics = [...gathered];
    gathered.clear();
    hear(topics);
    others?.send(topics);
  };
  return {
    tell: (...topics) => {
      for (const topic of topics) gathered.add(topic);
      if (gathered.size > 0) timer ??= setTimeout(pass, GATHER_MS).unref();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      clearTimeout(timer);
      if (gathered.size > 0) pass();
      listeners.clear();
      await others?.close();
    },
  };
}

import type { FastifyBaseLogger } from 'fastify';

export type Timer = { stop(): Promise<void> };

type Log = Pick<FastifyBaseLogger, 'error' | 'info'>;
let log: Log | undefined;
/** Where failures and news of timers are written; set once at start. */
export const logTimersTo = (logger: Log): void => {
  log = logger;
};

/** A failure that a timer goes on after by itself. */
export const logTimerFailure = (timer: string, error: unknown): void =>
  log?.error({ err: error, timer }, 'a round of a timer failed');

/** What a timer has to say for whoever keeps the log. */
export const logTimerNews = (news: object, sentence: string): void => log?.info(news, sentence);

/**
 * Does something again and again, `ms` after it ended last. A failure is logged and tried again. `stop` waits for the round
 * under way; a long one asks `isStopping` now and then, and ends.
 */
export function every(
  ms: number,
  name: string,
  round: (isStopping: () => boolean) => Promise<unknown>,
): Timer {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const next = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = once();
    }, ms);
    timer.unref();
  };
  const once = async () => {
    try {
      await round(() => stopped);
    } catch (error) {
      logTimerFailure(name, error);
    }
    next();
  };
  next();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

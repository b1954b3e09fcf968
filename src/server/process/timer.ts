import type { FastifyBaseLogger } from 'fastify';
import type { Commits } from '../database/driver/commits.ts';

export type Timer = { stop(): Promise<void> };

type Log = Pick<FastifyBaseLogger, 'error' | 'info'>;
let log: Log | undefined;
/** Sets the log for failures and news of timers; called once at start. */
export const logTimersTo = (logger: Log): void => {
  log = logger;
};

/** Logs a failure after which the timer goes on by itself. */
export const logTimerFailure = (timer: string, error: unknown): void =>
  log?.error({ err: error, timer }, 'a round of a timer failed');

/** Logs a timer's news for the operator. */
export const logTimerEvent = (news: object, sentence: string): void => log?.info(news, sentence);

/** The commits that wake a timer, so that it need not poll. */
export type WakingCommits = {
  /** Null if commits are not reported, and the timer polls. */
  commits: Pick<Commits, 'listen'> | null;
  /** The statements that give it work. */
  on: RegExp;
  /**
   * How often it runs without a commit: for work that only becomes due, or that no commit reports. The default is 15
   * seconds.
   */
  idleMs?: number;
};

const IDLE_MS = 15_000;

/**
 * Repeats work, `ms` after the end of the last round; a `wakeful` timer runs only after a commit that gives it work,
 * and rarely without one. A failure is logged and retried. `stop` waits for the running round; a long round checks
 * `isStopping` regularly, and ends.
 */
export function startTimer(
  ms: number,
  name: string,
  round: (isStopping: () => boolean) => Promise<unknown>,
  wakeful?: WakingCommits,
): Timer {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let endedAt = performance.now();
  // The first round finds work left from before this process began.
  let isAwake = true;
  const once = async () => {
    try {
      await round(() => stopped);
    } catch (error) {
      logTimerFailure(name, error);
      isAwake = true;
    }
    endedAt = performance.now();
    running = null;
    schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    if (stopped || running) return;
    const pause = isAwake ? ms : Math.max(ms, wakeful?.idleMs ?? IDLE_MS);
    timer = setTimeout(
      () => {
        isAwake = !wakeful?.commits;
        running = once();
      },
      Math.max(0, endedAt + pause - performance.now()),
    );
    timer.unref();
  };
  const unlisten = wakeful?.commits?.listen(wakeful.on, () => {
    if (isAwake) return;
    isAwake = true;
    schedule();
  });
  schedule();
  return {
    stop: async () => {
      stopped = true;
      unlisten?.();
      clearTimeout(timer);
      await running;
    },
  };
}

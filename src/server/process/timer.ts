import type { FastifyBaseLogger } from 'fastify';
import type { CommitReporter } from '../database/driver/commits.ts';

export type RepeatingTimer = { stop(): Promise<void> };

type Log = Pick<FastifyBaseLogger, 'error' | 'info'>;
let log: Log | undefined;
/** Sets the log for the failures and messages of timers; called once at start. */
export const logTimersTo = (logger: Log): void => {
  log = logger;
};

/** Logs the failure of a timer, which continues by itself. */
export const logTimerFailure = (timer: string, error: unknown): void =>
  log?.error({ err: error, timer }, 'a round of a timer failed');

/** Logs a timer's message for the operator. */
export const logTimerEvent = (news: object, sentence: string): void => log?.info(news, sentence);

/** The commits that wake a timer, so that the timer need not poll. */
export type WakingCommits = {
  /** Reports commits; null if no commits are reported, so that the timer polls. */
  commits: Pick<CommitReporter, 'listen'> | null;
  /** Matches the statements that create work for the timer. */
  on: RegExp;
  /**
   * How often the timer runs without a commit, for work that only becomes due or that no commit reports. The default
   * is 15 seconds.
   */
  idleMs?: number;
};

const IDLE_MS = 15_000;

/**
 * Repeats work `ms` milliseconds after the end of the last run. A timer with `wakeful` runs only after a commit that
 * creates work for it, and rarely without one. A failure is logged and the work is retried. `stop` waits for the
 * current run; a long run checks `isStopping` regularly and ends early.
 */
export function startTimer(
  ms: number,
  name: string,
  round: (isStopping: () => boolean) => Promise<unknown>,
  wakeful?: WakingCommits,
): RepeatingTimer {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let endedAt = performance.now();
  // The first run handles work that was left before this process started.
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

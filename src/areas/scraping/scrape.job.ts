import type { AppContext } from '../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../server/process/timer.ts';
import { scrapePlanClock } from './hosts/host-queue.steps.ts';
import { HostQueues } from './hosts/host-queues.steps.ts';
import { countOpenTimesHourly, deletePastDays, retryAfterSettingsChange } from './plan/planner.queries.ts';
import { planScrapes } from './plan/planner.steps.ts';

const EVERY_MS = 1_000;
/** The pause between two runs of the timer without a commit; scrapes that become due during the pause are made together. */
const IDLE_MS = 5_000;
/** The SQL statement by which a person requests a scrape; its commit wakes the timer. */
const ASKED_FOR = /\bupdate course_days (d )?set next_look_at\b/;
const PLAN_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 3_600_000;

/**
 * Starts the scraping of open times from the course systems, by the plan of docs/algorithms/scraping.md. `stop` aborts the current
 * requests. Does nothing if `GATHER` is off.
 */
export function startScraping(app: AppContext): RepeatingTimer {
  if (!app.settings.gather) return { stop: () => Promise.resolve() };
  const queues = new HostQueues(app);
  const isDue = dueEvery();
  const look = async () => {
    const clock = scrapePlanClock(app);
    if (isDue('settings', Number.POSITIVE_INFINITY)) await retryAfterSettingsChange(app.db, clock);
    if (isDue('plan', PLAN_EVERY_MS)) {
      await planScrapes(app, clock);
      await countOpenTimesHourly(app.db, clock);
    }
    if (isDue('forget', FORGET_EVERY_MS)) await deletePastDays(app.db, clock);
    await queues.begin();
  };
  const timer = startTimer(EVERY_MS, 'gathering', look, {
    commits: app.commits,
    on: ASKED_FOR,
    idleMs: IDLE_MS,
  });
  return {
    stop: async () => {
      await Promise.all([timer.stop(), queues.stop()]);
    },
  };
}

/** Returns a function that tells if a task was last done at least so many ms ago, and if so marks the task as done now. */
function dueEvery() {
  const doneAt = new Map<string, number>();
  return (what: string, ms: number): boolean => {
    const done = doneAt.get(what);
    if (done !== undefined && performance.now() - done < ms) return false;
    doneAt.set(what, performance.now());
    return true;
  };
}

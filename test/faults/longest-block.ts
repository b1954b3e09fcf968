const EVERY_MS = 1;

/**
 * Runs work and returns the longest time, in milliseconds, for which the event loop was blocked. Only this process's own
 * processor time counts, because on a busy machine an event loop also stops while other processes run.
 */
export async function longestBlock<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let ms = 0;
  let at = performance.now();
  let used = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(used);
    ms = Math.max(ms, Math.min(performance.now() - at - EVERY_MS, (user + system) / 1000));
    at = performance.now();
    used = process.cpuUsage();
  };
  const timer = setInterval(look, EVERY_MS);
  try {
    const result = await work();
    look();
    return { result, ms };
  } finally {
    clearInterval(timer);
  }
}

const EVERY_MS = 1;

/**
 * Does some work and returns how long the event loop stood still at most meanwhile, in milliseconds. Only what this process worked
 * itself counts: on a busy machine a loop stands still as well while others have the processor.
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

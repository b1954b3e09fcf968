import type { LoadShedder } from '../../src/server/load-shedding/load-shedder.ts';
import type { Urgency } from '../../src/contract/call.ts';

/** Longer than a crowd, and long enough to be judged an overload. */
const LONG = 30;
const SUSTAINED = 450;

/** Keeps a queue long while hundreds of its calls are admitted, which is an overload; `end` admits the last of them. */
export async function overload(
  loadShedder: LoadShedder,
  urgency: Urgency,
): Promise<{ end(): Promise<void> }> {
  const waiting = [loadShedder.acquire(urgency)];
  const join = () => waiting.push(loadShedder.acquire(urgency));
  const endOldest = async () => (await waiting.shift())?.release();
  while (waiting.length < LONG) join();
  for (let letIn = 0; letIn < SUSTAINED; letIn += 1) {
    await endOldest();
    join();
  }
  return {
    end: async () => {
      while (waiting.length > 0) await endOldest();
    },
  };
}

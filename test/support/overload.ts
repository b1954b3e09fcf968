import type { LoadShedder } from '../../src/server/load-shedding/load-shedder.ts';
import type { CallUrgency } from '../../src/contract/call.ts';

/** A queue of this length is longer than a short burst of requests, and counts as an overload if it stays so long. */
const LONG = 30;
const SUSTAINED = 450;

/**
 * Overloads a load shedder: keeps its queue long while hundreds of requests are admitted; `end` admits the last of them.
 */
export async function causeOverload(
  loadShedder: LoadShedder,
  urgency: CallUrgency,
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

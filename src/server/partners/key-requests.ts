import { SlowDown } from '../http/errors.ts';

type Owner = { key_id: number; name: string };
type Asking = Owner & { left: number; at: number; requests: number; refused: number };
export type KeyRequestCount = { key_id: number; requests: number; refused: number };

const SAYS = 'This key made too many requests.';
// A minute's requests may not all come in one second: staff would wait for them.
const SECONDS_AT_ONCE = 2;
const LEAST_AT_ONCE = 5;

/**
 * Applies the rate limit of partners' keys and counts their requests: so many a minute, at most two seconds' worth at
 * once. Each process counts for itself, so that a request costs no write: several processes allow as much each, and one
 * that dies forgets a few seconds.
 */
export class KeyRequests {
  // By the hash of the key; only keys that were valid at their first request.
  readonly #asking = new Map<string, Asking>();

  readonly #atOnce: number;

  constructor(private readonly perMinute: number) {
    this.#atOnce = Math.max(LEAST_AT_ONCE, Math.floor((perMinute / 60) * SECONDS_AT_ONCE));
  }

  /** Takes one request of a known key; throws SlowDown if none is left, before any look-up. */
  spend(key_hash: string): void {
    const asking = this.#asking.get(key_hash);
    if (asking) this.#take(asking);
  }

  /** The owner of a key that was used before, else undefined. */
  whose(key_hash: string): Owner | undefined {
    return this.#asking.get(key_hash);
  }

  /** Records a valid key's owner and counts its first request. */
  isGood(key_hash: string, owner: Owner): void {
    if (this.#asking.has(key_hash)) return;
    const asking = { ...owner, left: this.#atOnce, at: performance.now(), requests: 0, refused: 0 };
    this.#asking.set(key_hash, asking);
    this.#take(asking);
  }

  #take(asking: Asking) {
    const now = performance.now();
    const perMs = this.perMinute / 60_000;
    asking.left = Math.min(this.#atOnce, asking.left + (now - asking.at) * perMs);
    asking.at = now;
    asking.requests += 1;
    if (asking.left < 1) {
      asking.refused += 1;
      const limit = { what: 'requests', times: this.perMinute, inSeconds: 60 };
      throw new SlowDown(SAYS, (1 - asking.left) / perMs / 1000, limit);
    }
    asking.left -= 1;
  }

  /** Returns the requests since the last flush and resets the counters. */
  counted(): KeyRequestCount[] {
    const all = [...this.#asking.values()].filter(({ requests }) => requests > 0);
    return all.map((asking) => {
      const { key_id, requests, refused } = asking;
      Object.assign(asking, { requests: 0, refused: 0 });
      return { key_id, requests, refused };
    });
  }
}

import { TooManyRequests } from '../http/errors.ts';

type Owner = { key_id: number; name: string };
type Asking = Owner & { left: number; at: number; requests: number; refused: number };
export type ApiKeyRequestCount = { key_id: number; requests: number; refused: number };

const SAYS = 'This key made too many requests.';
// The requests of a minute may not all come in one second, because staff would have to wait for them.
const SECONDS_AT_ONCE = 2;
const LEAST_AT_ONCE = 5;

/**
 * Applies the rate limit of partners' API keys and counts their requests: a limit per minute, of which two seconds'
 * worth may be used at once. Each process counts by itself, so that a request needs no database write; several
 * processes thus allow several times the limit, and a process that dies loses the counts of a few seconds.
 */
export class ApiKeyRequestCounter {
  // The keys by their hashes; only keys that were valid at their first request.
  readonly #asking = new Map<string, Asking>();

  readonly #atOnce: number;

  constructor(private readonly perMinute: number) {
    this.#atOnce = Math.max(LEAST_AT_ONCE, Math.floor((perMinute / 60) * SECONDS_AT_ONCE));
  }

  /** Counts a request of a known API key; throws TooManyRequests, before any database query, if the limit is used up. */
  spend(key_hash: string): void {
    const asking = this.#asking.get(key_hash);
    if (asking) this.#take(asking);
  }

  /** Returns the owner of an API key that was used before, else undefined. */
  whose(key_hash: string): Owner | undefined {
    return this.#asking.get(key_hash);
  }

  /** Remembers the owner of a valid API key and counts its first request. */
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
      throw new TooManyRequests(SAYS, (1 - asking.left) / perMs / 1000, limit);
    }
    asking.left -= 1;
  }

  /** Returns the request counts since the last flush, by API key, and resets the counters. */
  counted(): ApiKeyRequestCount[] {
    const all = [...this.#asking.values()].filter(({ requests }) => requests > 0);
    return all.map((asking) => {
      const { key_id, requests, refused } = asking;
      Object.assign(asking, { requests: 0, refused: 0 });
      return { key_id, requests, refused };
    });
  }
}

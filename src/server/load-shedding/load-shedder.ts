import { CALL_URGENCIES, type CallUrgency } from '../../contract/call.ts';

// The start of an overload is detected by counting admitted requests, never by milliseconds, because a slow machine
// takes longer for everything.
/** The longest a queue may get before new requests are rejected; a burst up to this size is served. */
const LARGEST_CROWD = 200;
/** A waiting request that this many later requests overtook is hopeless and is rejected. */
const MOST_OVERTAKING = 2 * LARGEST_CROWD;
/** So many people who each send one request after another are no overload, however slow the answers are. */
const PEOPLE = 16;
/** The length of an overloaded queue, in multiples of the permits. A longer queue would only make everybody wait longer. */
const ROUNDS = 2;
/** An overload is over when no request was rejected for this long. Overloads come in bursts, between which the queues are empty. */
const CALM_MS = 1_000;
/**
 * The longest wait for a permit, which is about a person's patience. This limit ends waits while the database has
 * stopped, and does not decide about overload.
 */
const LONGEST_WAIT_MS = 20_000;
const SWEEP_EVERY_MS = 100;
/** The service counts as stalled when no request was admitted for this long, and for this many times the usual interval. */
const STALL_MS = 800;
const STALL_INTERVALS = 16;

type Waiting = {
  since: number;
  /** The number of requests, of any urgency, that had been admitted when this one arrived. */
  admittedBefore: number;
  resolve: (permit: CallPermit | null) => void;
};

/** The requests of one urgency that wait for a permit, oldest first. */
class Queue {
  readonly #waiting: Waiting[] = [];
  /** The most requests in this queue during an overload. */
  readonly #limit: number;
  /** The number of requests, of any urgency, that had been admitted when this queue became long; null while the queue is short. */
  #longSince: number | null = null;
  #overloadedUntil = -Infinity;

  constructor(permits: number) {
    this.#limit = Math.max(PEOPLE, ROUNDS * permits);
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  isOverloaded(now: number): boolean {
    return now < this.#overloadedUntil;
  }

  /** Returns true if a new request must be rejected because this queue is full. */
  isFull(now: number): boolean {
    const isOverloaded = this.isOverloaded(now);
    const isFull = this.#waiting.length >= (isOverloaded ? this.#limit : LARGEST_CROWD);
    if (isOverloaded && isFull) this.#overloadedUntil = now + CALM_MS;
    return isFull;
  }

  join(one: Waiting) {
    this.#waiting.push(one);
    if (this.#waiting.length > this.#limit) this.#longSince ??= one.admittedBefore;
  }

  admitOldest(permit: CallPermit) {
    this.#waiting.shift()?.resolve(permit);
  }

  /**
   * Starts an overload if this queue stayed long while more than a burst of requests was admitted; `admitted` counts
   * all requests so far.
   */
  judge(admitted: number, now: number) {
    if (this.#waiting.length <= this.#limit) this.#longSince = null;
    if (this.#longSince === null) return;
    if (admitted - this.#longSince > LARGEST_CROWD) this.#overloadedUntil = now + CALM_MS;
    // The newest requests beyond the limit are rejected at once; the others are admitted next.
    if (this.isOverloaded(now)) for (const { resolve } of this.#waiting.splice(this.#limit)) resolve(null);
  }

  /** Rejects waiting requests from the oldest on, up to the first that is not `hopeless`. */
  rejectWhile(hopeless: (oldest: Waiting) => boolean) {
    for (let [oldest] = this.#waiting; oldest && hopeless(oldest); [oldest] = this.#waiting) {
      this.#waiting.shift();
      oldest.resolve(null);
    }
  }
}

/** The permission of a request to run. */
export class CallPermit {
  #isHeld = true;

  constructor(
    private readonly take: () => void,
    private readonly free: () => void,
  ) {}

  /** Waits for an outside system without the permit, and takes the permit back at once afterwards, before any new request. */
  async releaseDuring<T>(work: () => Promise<T>): Promise<T> {
    this.release();
    try {
      return await work();
    } finally {
      this.reacquire();
    }
  }

  /** Takes a released permit back at once, before any new request, even if more requests than permits then run. */
  reacquire() {
    if (!this.#isHeld) this.take();
    this.#isHeld = true;
  }

  release() {
    if (this.#isHeld) this.free();
    this.#isHeld = false;
  }
}

const nothing = () => undefined;
const UNCOUNTED = new CallPermit(nothing, nothing);

/**
 * Limits how many requests run at once and decides which is next. The others wait, in one queue for each urgency; a
 * freed permit goes to the oldest request of the most urgent queue. A queue is overloaded when it stays long while
 * hundreds of requests are admitted. The overloaded queue is then kept short and the less urgent queues are emptied:
 * any further request is rejected before it is read. Partners have the last queue and at most half of the permits, so
 * that staff always find one.
 */
export class LoadShedder {
  #atWork = 0;
  #partnersAtWork = 0;
  #admitted = 0;
  #admittedAt = performance.now();
  /** The mean time between two admissions while requests wait. A stall hardly changes the mean. */
  #intervalMs = 0;
  #sweeping: NodeJS.Timeout | undefined;
  readonly #queues: Queue[];

  constructor(private readonly permits: number) {
    this.#queues = CALL_URGENCIES.map((urgency) => new Queue(this.#mostAtWork(urgency)));
  }

  get atWork(): number {
    return this.#atWork;
  }

  /** Returns true if a request of this urgency would be rejected now. */
  rejects(urgency: CallUrgency): boolean {
    if (urgency === 'always') return false;
    const now = performance.now();
    return this.#isBehindOverload(urgency, now) || this.#queueOf(urgency).isFull(now);
  }

  /** Waits for a permit, which the caller of this method releases; returns null if the request is rejected. */
  async acquire(urgency: CallUrgency): Promise<CallPermit | null> {
    // Reports do not take permits, because they have a separate queue (areas/reports).
    if (urgency === 'always' || urgency === 'report') return UNCOUNTED;
    if (this.#hasPermit(urgency)) return this.#admit(urgency);
    return new Promise((resolve) => {
      this.#queueOf(urgency).join({ since: performance.now(), admittedBefore: this.#admitted, resolve });
      this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
    });
  }

  #queueOf(urgency: Exclude<CallUrgency, 'always'>): Queue {
    const queue = this.#queues[CALL_URGENCIES.indexOf(urgency)];
    if (!queue) throw new Error(`${urgency} has no queue`);
    return queue;
  }

  /** Returns true while a more urgent queue is overloaded, so that requests of this urgency are rejected. */
  #isBehindOverload(urgency: Exclude<CallUrgency, 'always'>, now: number): boolean {
    return this.#queues.slice(0, CALL_URGENCIES.indexOf(urgency)).some((queue) => queue.isOverloaded(now));
  }

  #mostAtWork(urgency: CallUrgency): number {
    return urgency === 'partner' ? Math.max(1, Math.floor(this.permits / 2)) : this.permits;
  }

  #hasPermit(urgency: CallUrgency): boolean {
    const isFree = this.#atWork < this.permits;
    return isFree && (urgency !== 'partner' || this.#partnersAtWork < this.#mostAtWork(urgency));
  }

  #admit(urgency: CallUrgency): CallPermit {
    this.#admitted += 1;
    this.#admittedAt = performance.now();
    const count = (more: 1 | -1) => {
      this.#atWork += more;
      if (urgency === 'partner') this.#partnersAtWork += more;
    };
    count(1);
    return new CallPermit(
      () => count(1),
      () => {
        count(-1);
        this.#admitNext();
      },
    );
  }

  #admitNext() {
    for (const [at, queue] of this.#queues.entries()) {
      const urgency = CALL_URGENCIES[at] ?? 'always';
      while (!queue.isEmpty && this.#hasPermit(urgency)) {
        this.#measureInterval();
        queue.admitOldest(this.#admit(urgency));
      }
    }
    this.#judge(performance.now());
  }

  /** Updates the state of all queues; rejects the requests behind an overload and those that too many others overtook. */
  #judge(now: number) {
    let isBehindOverload = false;
    for (const queue of this.#queues) {
      const isHopeless = isBehindOverload;
      queue.rejectWhile(
        ({ admittedBefore }) => isHopeless || this.#admitted - admittedBefore > MOST_OVERTAKING,
      );
      queue.judge(this.#admitted, now);
      isBehindOverload ||= queue.isOverloaded(now);
    }
  }

  #measureInterval() {
    const interval = performance.now() - this.#admittedAt;
    const most = Math.max(STALL_MS / STALL_INTERVALS, 4 * this.#intervalMs);
    this.#intervalMs += (Math.min(interval, most) - this.#intervalMs) / 16;
  }

  #sweep() {
    const now = performance.now();
    const stall = Math.max(STALL_MS, STALL_INTERVALS * this.#intervalMs);
    const longest = now - this.#admittedAt > stall ? stall : LONGEST_WAIT_MS;
    for (const queue of this.#queues) queue.rejectWhile(({ since }) => now - since > longest);
    this.#judge(now);
    if (this.#queues.some(({ isEmpty }) => !isEmpty)) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }
}

import { URGENCIES, type Urgency } from '../../contract/call.ts';

// An overload begins by counting calls let in, never by milliseconds: on a slow machine that clock is slow as well.
/** The longest a queue may get before newcomers are rejected; a crowd up to this size is served. */
const LARGEST_CROWD = 200;
/** A call that this many overtook is starved. */
const MOST_OVERTAKING = 2 * LARGEST_CROWD;
/** People who each ask one thing after another are no overload, however slow the answers are. */
const PEOPLE = 16;
/** A longer queue in an overload makes everybody wait longer and serves no more. */
const ROUNDS = 2;
/** An overload is over when nothing was rejected for this long. It comes in bursts, with empty queues in between. */
const CALM_MS = 1_000;
/** A person's patience. It ends the wait for a database that has stopped, and does not decide about overload. */
const LONGEST_WAIT_MS = 20_000;
const SWEEP_EVERY_MS = 100;
/** The service is stalled when nothing was admitted for this long, and for this many times the usual interval. */
const STALL_MS = 800;
const STALL_INTERVALS = 16;

type Waiting = {
  since: number;
  /** How many calls, of any urgency, had been admitted when this one came. */
  admittedBefore: number;
  resolve: (permit: CallPermit | null) => void;
};

/** The calls of one urgency that wait for a permit, oldest first. */
class Queue {
  readonly #waiting: Waiting[] = [];
  /** The length limit of an overloaded queue. */
  readonly #limit: number;
  /** How many calls, of any urgency, had been admitted when the queue became long; null while it is short. */
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

  /** Returns true if a newcomer must be rejected. */
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

  /** Starts an overload if the queue stayed long while more calls than a crowd were admitted; `admitted` counts all so far. */
  judge(admitted: number, now: number) {
    if (this.#waiting.length <= this.#limit) this.#longSince = null;
    if (this.#longSince === null) return;
    if (admitted - this.#longSince > LARGEST_CROWD) this.#overloadedUntil = now + CALM_MS;
    // The newest are rejected at once; the others are next.
    if (this.isOverloaded(now)) for (const { resolve } of this.#waiting.splice(this.#limit)) resolve(null);
  }

  /** Rejects calls from the oldest on, up to the first that is not `hopeless`. */
  rejectWhile(hopeless: (oldest: Waiting) => boolean) {
    for (let [oldest] = this.#waiting; oldest && hopeless(oldest); [oldest] = this.#waiting) {
      this.#waiting.shift();
      oldest.resolve(null);
    }
  }
}

/** The right of a call to run. */
export class CallPermit {
  #isHeld = true;

  constructor(
    private readonly take: () => void,
    private readonly free: () => void,
  ) {}

  /** Waits for an outside system without the permit, and takes it back at once afterwards, before any newcomer. */
  async releaseDuring<T>(work: () => Promise<T>): Promise<T> {
    this.release();
    try {
      return await work();
    } finally {
      this.reacquire();
    }
  }

  /** Takes a released permit back at once, before any newcomer, even if that is one more than there are. */
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
 * Limits how many calls run at once and decides which is next. The others wait in a queue for each urgency; a freed
 * permit goes to the oldest call of the most urgent queue. A queue is overloaded when it stays long while hundreds of
 * calls are admitted. It is then held to a short length, and the less urgent queues to none: a newcomer beyond that is
 * rejected before anything of it is read. Partners have the last queue and at most half of the permits, so staff always
 * find one.
 */
export class LoadShedder {
  #atWork = 0;
  #partnersAtWork = 0;
  #admitted = 0;
  #admittedAt = performance.now();
  /** The mean time between two admissions while calls wait. A stall hardly moves it. */
  #intervalMs = 0;
  #sweeping: NodeJS.Timeout | undefined;
  readonly #queues: Queue[];

  constructor(private readonly permits: number) {
    this.#queues = URGENCIES.map((urgency) => new Queue(this.#mostAtWork(urgency)));
  }

  get atWork(): number {
    return this.#atWork;
  }

  /** Returns true if a call of this urgency has no chance now. */
  rejects(urgency: Urgency): boolean {
    if (urgency === 'always') return false;
    const now = performance.now();
    return this.#isBehindOverload(urgency, now) || this.#queueOf(urgency).isFull(now);
  }

  /** Waits for a permit, which the caller releases; returns null if the call is rejected. */
  async acquire(urgency: Urgency): Promise<CallPermit | null> {
    // Reports have a separate queue (areas/reports).
    if (urgency === 'always' || urgency === 'report') return UNCOUNTED;
    if (this.#hasPermit(urgency)) return this.#admit(urgency);
    return new Promise((resolve) => {
      this.#queueOf(urgency).join({ since: performance.now(), admittedBefore: this.#admitted, resolve });
      this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
    });
  }

  #queueOf(urgency: Exclude<Urgency, 'always'>): Queue {
    const queue = this.#queues[URGENCIES.indexOf(urgency)];
    if (!queue) throw new Error(`${urgency} has no queue`);
    return queue;
  }

  /** Rejects less urgent calls while a more urgent queue is overloaded. */
  #isBehindOverload(urgency: Exclude<Urgency, 'always'>, now: number): boolean {
    return this.#queues.slice(0, URGENCIES.indexOf(urgency)).some((queue) => queue.isOverloaded(now));
  }

  #mostAtWork(urgency: Urgency): number {
    return urgency === 'partner' ? Math.max(1, Math.floor(this.permits / 2)) : this.permits;
  }

  #hasPermit(urgency: Urgency): boolean {
    const isFree = this.#atWork < this.permits;
    return isFree && (urgency !== 'partner' || this.#partnersAtWork < this.#mostAtWork(urgency));
  }

  #admit(urgency: Urgency): CallPermit {
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
      const urgency = URGENCIES[at] ?? 'always';
      while (!queue.isEmpty && this.#hasPermit(urgency)) {
        this.#measureInterval();
        queue.admitOldest(this.#admit(urgency));
      }
    }
    this.#judge(performance.now());
  }

  /** Judges the queues; rejects the calls behind an overload and the starved ones. */
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

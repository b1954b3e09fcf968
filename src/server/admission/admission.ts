import { URGENCIES, type Urgency } from '../../contract/call.ts';

// An overload begins by counting calls let in, never by milliseconds: on a slow machine that clock is slow as well.
/** The most that wait in one queue; so many who come at once are all served. */
const LARGEST_CROWD = 200;
/** A call that so many overtook is starved. */
const MOST_OVERTAKING = 2 * LARGEST_CROWD;
/** People who each ask one thing after another are no overload, however slow the answers are. */
const PEOPLE = 16;
/** A longer queue of an overload makes everybody wait longer and serves no more. */
const ROUNDS = 2;
/** An overload is over when nobody had to be rejected for so long. It comes in bursts, between which nobody waits. */
const CALM_MS = 1_000;
/** A person's patience. It ends the wait for a database that has stopped, and decides nothing about overload. */
const LONGEST_WAIT_MS = 20_000;
const SWEEP_EVERY_MS = 250;

type Waiting = {
  since: number;
  /** How many calls, of whatever urgency, had been let in when this one came. */
  letInBefore: number;
  tell: (place: Place | null) => void;
};

/** The calls of one urgency that wait for a place, oldest first. */
class Queue {
  readonly #waiting: Waiting[] = [];
  /** The length that an overloaded queue is held to. */
  readonly #limit: number;
  /** How many calls, of whatever urgency, had been let in when the queue became long; null while it is short. */
  #longSince: number | null = null;
  #overloadedUntil = -Infinity;

  constructor(places: number) {
    this.#limit = Math.max(PEOPLE, ROUNDS * places);
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  isOverloaded(now: number): boolean {
    return now < this.#overloadedUntil;
  }

  /** Returns true where a newcomer is to be rejected. */
  isFull(now: number): boolean {
    const isOverloaded = this.isOverloaded(now);
    const isFull = this.#waiting.length >= (isOverloaded ? this.#limit : LARGEST_CROWD);
    if (isOverloaded && isFull) this.#overloadedUntil = now + CALM_MS;
    return isFull;
  }

  join(one: Waiting) {
    this.#waiting.push(one);
    if (this.#waiting.length > this.#limit) this.#longSince ??= one.letInBefore;
  }

  letInOldest(place: Place) {
    this.#waiting.shift()?.tell(place);
  }

  /** Begins an overload when the queue stayed long while more calls than a crowd has were let in; `letIn` are all so far. */
  judge(letIn: number, now: number) {
    if (this.#waiting.length <= this.#limit) this.#longSince = null;
    if (this.#longSince === null) return;
    if (letIn - this.#longSince > LARGEST_CROWD) this.#overloadedUntil = now + CALM_MS;
    // Those who came last are told at once; the others are next.
    if (this.isOverloaded(now)) for (const { tell } of this.#waiting.splice(this.#limit)) tell(null);
  }

  /** Rejects the oldest calls for as long as they are `hopeless`. */
  rejectWhile(hopeless: (oldest: Waiting) => boolean) {
    for (let [oldest] = this.#waiting; oldest && hopeless(oldest); [oldest] = this.#waiting) {
      this.#waiting.shift();
      oldest.tell(null);
    }
  }
}

/** What a call at work holds. */
export class Place {
  #isHeld = true;

  constructor(
    private readonly take: () => void,
    private readonly free: () => void,
  ) {}

  /** Waits for somebody outside without the place, and goes on at once when that is over: nobody new comes before it. */
  async elsewhere<T>(work: () => Promise<T>): Promise<T> {
    this.end();
    try {
      return await work();
    } finally {
      this.again();
    }
  }

  /** Takes it again where it was given up for a while: nobody new comes before it. */
  again() {
    if (!this.#isHeld) this.take();
    this.#isHeld = true;
  }

  end() {
    if (this.#isHeld) this.free();
    this.#isHeld = false;
  }
}

const nothing = () => undefined;
const UNCOUNTED = new Place(nothing, nothing);

/**
 * Limits how many calls are at work at once and decides who is next. The others wait in a queue for each urgency; a place that
 * becomes free goes to the oldest call of the most urgent queue. A queue is overloaded when it stays long while hundreds of calls
 * are let in. It is then held to a short length, and the less urgent queues to none: a newcomer beyond that is refused
 * before anything is read of it. Partners have the last queue and half of the places at most, so the desk always finds one.
 */
export class Admission {
  #atWork = 0;
  #partnersAtWork = 0;
  #letInSoFar = 0;
  #sweeping: NodeJS.Timeout | undefined;
  readonly #queues: Queue[];

  constructor(private readonly places: number) {
    this.#queues = URGENCIES.map((urgency) => new Queue(this.#mostAtWork(urgency)));
  }

  get atWork(): number {
    return this.#atWork;
  }

  /** Returns true where a call of this urgency has no chance now. */
  refuses(urgency: Urgency): boolean {
    if (urgency === 'always') return false;
    const now = performance.now();
    return this.#isBehindOverload(urgency, now) || this.#queueOf(urgency).isFull(now);
  }

  /** Waits for a place; null where the call is refused. Whoever got one ends it. */
  async enter(urgency: Urgency): Promise<Place | null> {
    // Reports wait in a queue of their own (areas/reports).
    if (urgency === 'always' || urgency === 'report') return UNCOUNTED;
    if (this.#hasPlace(urgency)) return this.#letIn(urgency);
    return new Promise((tell) => {
      this.#queueOf(urgency).join({ since: performance.now(), letInBefore: this.#letInSoFar, tell });
      this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
    });
  }

  #queueOf(urgency: Exclude<Urgency, 'always'>): Queue {
    const queue = this.#queues[URGENCIES.indexOf(urgency)];
    if (!queue) throw new Error(`${urgency} has no queue`);
    return queue;
  }

  /** Where the more urgent cannot be served, the less urgent are not. */
  #isBehindOverload(urgency: Exclude<Urgency, 'always'>, now: number): boolean {
    return this.#queues.slice(0, URGENCIES.indexOf(urgency)).some((queue) => queue.isOverloaded(now));
  }

  #mostAtWork(urgency: Urgency): number {
    return urgency === 'partner' ? Math.max(1, Math.floor(this.places / 2)) : this.places;
  }

  #hasPlace(urgency: Urgency): boolean {
    const isFree = this.#atWork < this.places;
    return isFree && (urgency !== 'partner' || this.#partnersAtWork < this.#mostAtWork(urgency));
  }

  #letIn(urgency: Urgency): Place {
    this.#letInSoFar += 1;
    const count = (more: 1 | -1) => {
      this.#atWork += more;
      if (urgency === 'partner') this.#partnersAtWork += more;
    };
    count(1);
    return new Place(
      () => count(1),
      () => {
        count(-1);
        this.#letInNext();
      },
    );
  }

  #letInNext() {
    for (const [at, queue] of this.#queues.entries()) {
      const urgency = URGENCIES[at] ?? 'always';
      while (!queue.isEmpty && this.#hasPlace(urgency)) queue.letInOldest(this.#letIn(urgency));
    }
    this.#judge(performance.now());
  }

  /** Judges the queues, and rejects the calls behind an overload and those that are starved. */
  #judge(now: number) {
    let isBehindOverload = false;
    for (const queue of this.#queues) {
      const isHopeless = isBehindOverload;
      queue.rejectWhile(({ letInBefore }) => isHopeless || this.#letInSoFar - letInBefore > MOST_OVERTAKING);
      queue.judge(this.#letInSoFar, now);
      isBehindOverload ||= queue.isOverloaded(now);
    }
  }

  #sweep() {
    const now = performance.now();
    for (const queue of this.#queues) queue.rejectWhile(({ since }) => now - since > LONGEST_WAIT_MS);
    this.#judge(now);
    if (this.#queues.some(({ isEmpty }) => !isEmpty)) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }
}

import { URGENCIES, type Urgency } from '../../contract/call.ts';

// A crowd that is over in this time is waited for, to its end.
const CROWD_MS = 1_000;
const MOST_OF_A_CROWD = 200;
// What lasts longer is an overload, until nobody had to be refused for so long.
const CALM_MS = 1_000;
// So long anybody is to wait then: who has no chance is to hear it within 50 ms, and so few who wait keep every place taken.
const WAIT_MS = 40;
// Where a line moves no more at all, or far more slowly than it did: nearly nobody is refused after having waited.
const STUCK_MS = 15;
const LONGEST_WAIT_MS = 200;
const SWEEP_EVERY_MS = 5;
// Programs wait as long as their half of the places takes: sixteen that book at once are no overload of it.
const PARTNERS_PATIENCE = 10;

type Waiting = { since: number; tell: (place: Place | null) => void };

/** Calls of one urgency that wait for a place, the oldest first. */
class Line {
  readonly waiting: Waiting[] = [];
  readonly #lately: number[] = [];
  #lastIn = 0;
  #someSince = 0;
  #overloadedUntil = 0;

  /**
   * `patience` is how many times as long as in a line of people anybody may wait here; `stuckAfter` for how many milliseconds
   * nobody is let in where the line moves no more.
   */
  constructor(
    private readonly patience: number,
    private readonly stuckAfter: number,
  ) {}

  /** Somebody was always waiting for too long, or was refused a moment ago. */
  isOverloaded(now: number): boolean {
    return now < this.#overloadedUntil || (this.waiting.length > 0 && now - this.#someSince > CROWD_MS);
  }

  join(one: Waiting) {
    if (this.waiting.length === 0) this.#someSince = one.since;
    this.waiting.push(one);
  }

  /** How many were let in lately: as many who wait will be, in the same time. */
  lately(now: number): number {
    while ((this.#lately[0] ?? now) < now - WAIT_MS * this.patience) this.#lately.shift();
    return this.#lately.length;
  }

  letIn(now: number) {
    this.#lastIn = now;
    this.#lately.push(now);
    this.lately(now);
  }

  refused(now: number) {
    this.#overloadedUntil = now + CALM_MS;
  }

  refuseWhoWaitsTooLong(now: number) {
    const longest = now - this.#lastIn < this.stuckAfter ? LONGEST_WAIT_MS * this.patience : STUCK_MS;
    for (let first = this.waiting[0]; first && now - first.since > longest; first = this.waiting[0]) {
      this.waiting.shift();
      this.refused(now);
      first.tell(null);
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
 * How many calls are at work at once, and who comes next. The others wait, in a line for each urgency; the first of the most
 * urgent line is let in when a place is free. A crowd is waited for. When a line has not been empty for a second (the idea of
 * CoDel: what tells an overload from a crowd is how long it lasts), it and those behind it are short: only as many wait as were
 * let in within the last 40 ms (of callers as many as there are places), and who comes then is refused at once, before anything is
 * read of it. Partners have
 * the last line, and half of the places at most: however many of them ask, the desk finds one.
 */
export class Admission {
  #atWork = 0;
  #partnersAtWork = 0;
  #sweeping: NodeJS.Timeout | undefined;
  readonly #lines = URGENCIES.map((urgency) => {
    const patience = urgency === 'partner' ? PARTNERS_PATIENCE : 1;
    // A booking takes longer than a list.
    return new Line(patience, urgency === 'caller' ? LONGEST_WAIT_MS : WAIT_MS * patience);
  });

  constructor(private readonly places: number) {}

  get atWork(): number {
    return this.#atWork;
  }

  /** Whether a call of this urgency has no chance now. */
  refuses(urgency: Urgency): boolean {
    if (urgency === 'always') return false;
    const now = performance.now();
    const line = this.#lineOf(urgency);
    const most = this.#mostWaiting(urgency, now);
    const isRefused = line.waiting.length >= most;
    // What is refused whoever waits says nothing of how much there is to do: polls that never stop would be refused for ever.
    if (isRefused && most > 0) line.refused(now);
    return isRefused;
  }

  /** Waits for a place; null where the call is refused. Who got one ends it. */
  async enter(urgency: Urgency): Promise<Place | null> {
    // A report waits in the line of reports (areas/reports): here it is refused while others are, and holds nobody up.
    if (urgency === 'always' || urgency === 'report') return UNCOUNTED;
    const now = performance.now();
    const line = this.#lineOf(urgency);
    if (this.#hasPlace(urgency)) {
      line.letIn(now);
      return this.#place(urgency);
    }
    return new Promise((tell) => {
      line.join({ since: now, tell });
      this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
    });
  }

  #lineOf(urgency: Exclude<Urgency, 'always'>): Line {
    const line = this.#lines[URGENCIES.indexOf(urgency)];
    if (!line) throw new Error(`${urgency} has no line`);
    return line;
  }

  #mostWaiting(urgency: Exclude<Urgency, 'always'>, now: number): number {
    if (!this.#isOverloaded(URGENCIES.indexOf(urgency), now)) return MOST_OF_A_CROWD;
    const isFirstToGo = urgency === 'report' || urgency === 'background';
    // As many callers as are at work wait as long again, however long that is: sixteen who book at once are no overload.
    const fewest = urgency === 'caller' ? this.places : 1;
    return isFirstToGo ? 0 : Math.max(fewest, this.#lineOf(urgency).lately(now));
  }

  // Where the more urgent can not be served, the less urgent are not.
  #isOverloaded(at: number, now: number): boolean {
    return this.#lines.slice(0, at + 1).some((line) => line.isOverloaded(now));
  }

  #hasPlace(urgency: Urgency): boolean {
    const most = urgency === 'partner' ? Math.max(1, Math.floor(this.places / 2)) : Infinity;
    return this.#atWork < this.places && this.#partnersAtWork < most;
  }

  #place(urgency: Urgency): Place {
    const count = (more: 1 | -1) => {
      this.#atWork += more;
      if (urgency === 'partner') this.#partnersAtWork += more;
    };
    count(1);
    return new Place(
      () => count(1),
      () => {
        count(-1);
        this.#letIn();
      },
    );
  }

  #letIn() {
    for (const [at, line] of this.#lines.entries()) {
      const urgency = URGENCIES[at] ?? 'always';
      while (line.waiting.length > 0 && this.#hasPlace(urgency)) {
        line.letIn(performance.now());
        line.waiting.shift()?.tell(this.#place(urgency));
      }
    }
  }

  #sweep() {
    const now = performance.now();
    for (const [at, line] of this.#lines.entries())
      if (this.#isOverloaded(at, now)) line.refuseWhoWaitsTooLong(now);
    if (this.#lines.some(({ waiting }) => waiting.length > 0)) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }
}

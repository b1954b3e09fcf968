import { deleteAuthHeader } from '../sending/session.ts';
import { authHeader } from '../sending/stored.ts';
import { lastInputTime, storeInputTime, onInputInOtherTab } from './last-input.ts';

/**
 * The server's answer about a sign-in, in seconds: the time since the last known input, the longest time without input, and
 * the time until the sign-in expires in any case.
 */
type Left = { seconds_ago: number; idle_seconds: number; seconds_left: number };

/** The warning that a sign-in is about to end: the seconds left, and true in `mayStay` if an input extends the sign-in. */
export type SignInEndWarning = { seconds: number; mayStay: boolean };

const INPUTS = ['keydown', 'pointerdown', 'wheel'] as const;
const TICK_MS = 500;
const LONGEST_WARNING_MS = 60_000;
const LONGEST_UNTOLD_MS = 60_000;
const TRIED_AGAIN_MS = 5_000;
// The server hears of an input a little later, so two times that differ by less than this are one input.
const SAME_INPUT_MS = 2_500;
// No sign-in lasts longer (SESSION_HOURS), and the server accepts no greater value.
const LONGEST_AGO_S = 30 * 86_400;

type Limits = { idleMs: number; endsAt: number };
const warningMs = ({ idleMs }: Limits): number => Math.min(LONGEST_WARNING_MS, idleMs / 2);
const idleAt = ({ idleMs }: Limits): number => lastInputTime() + idleMs;
const leftMs = (limits: Limits): number => Math.min(limits.endsAt, idleAt(limits)) - Date.now();
const untoldMs = ({ idleMs }: Limits): number => Math.min(LONGEST_UNTOLD_MS, idleMs / 4);

type Watching = {
  /**
   * Reports the seconds since the person's last input to the server; fails if the server is unreachable or the sign-in is
   * over.
   */
  tellServer: (secondsAgo: number) => Promise<Left>;
  /** Shows the warning that the sign-in is about to end; null hides the warning. */
  show: (ending: SignInEndWarning | null) => void;
  /** The CSS selector of the warning: a press on the warning itself does not count as input. */
  ownNote: string;
};

/**
 * Reports a person's input that sends no HTTP call, such as typing, to the server; warns in the last minute before the
 * sign-in ends; and ends the sign-in in this browser if the person does not react. Mouse movement and scripts do not count
 * as input.
 */
export class SessionEndWatcher {
  private limits: Limits | null = null;
  private inputHere = 0;
  private told = 0;
  private tellAt = 0;
  private isTelling = false;
  /** True once, near the sign-in's end, the server was asked if it knows of a later input than this browser does. */
  private isAsked = false;
  private isNear = false;
  private readonly stopping = new AbortController();

  constructor(private readonly watching: Watching) {
    const { signal } = this.stopping;
    for (const name of INPUTS)
      document.addEventListener(name, this.hear, { capture: true, passive: true, signal });
    const stopHearing = onInputInOtherTab(this.tick);
    const timer = setInterval(this.tick, TICK_MS);
    signal.addEventListener('abort', () => {
      stopHearing();
      clearInterval(timer);
    });
    this.tick();
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Records an input of the person. */
  stay(): void {
    this.inputHere = Date.now();
    this.note(this.inputHere);
    if (!this.isNear) return;
    this.tellAt = 0;
    this.tick();
  }

  private readonly hear = ({ isTrusted, target }: Event): void => {
    const isOfNote = target instanceof Element && target.closest(this.watching.ownNote) !== null;
    if (isTrusted && !isOfNote) this.stay();
  };

  private readonly tick = (): void => {
    const { limits } = this;
    const left = limits ? leftMs(limits) : Infinity;
    this.isNear = limits !== null && left <= warningMs(limits);
    if (!limits || !this.isNear) {
      this.isAsked = false;
      this.watching.show(null);
      if ((!limits || this.inputHere > this.told) && Date.now() >= this.tellAt) void this.tell();
    } else if (!this.isAsked) {
      this.isAsked = true;
      void this.tell();
    } else if (left <= 0) void this.end();
    else this.watching.show({ seconds: Math.ceil(left / 1000), mayStay: idleAt(limits) < limits.endsAt });
  };

  /**
   * Reports the last input to the server and receives the time left; HTTP calls count as inputs too, and only the server
   * knows all of them.
   */
  private async tell(): Promise<void> {
    if (this.isTelling) return;
    this.isTelling = true;
    const at = lastInputTime() || Date.now();
    try {
      const state = await this.watching.tellServer(Math.min(LONGEST_AGO_S, (Date.now() - at) / 1000));
      const now = Date.now();
      this.limits = { idleMs: state.idle_seconds * 1000, endsAt: now + state.seconds_left * 1000 };
      const known = now - state.seconds_ago * 1000;
      if (known - lastInputTime() > SAME_INPUT_MS) this.note(known);
      this.told = at;
      this.tellAt = now + untoldMs(this.limits);
    } catch {
      // The server is unreachable, so the report is retried. If the sign-in were over, it would have ended here already.
      this.tellAt = Date.now() + TRIED_AGAIN_MS;
    } finally {
      this.isTelling = false;
    }
  }

  /** Stores the time of an input, unless the person has signed out: nothing may be stored for a person after that. */
  private note(at: number): void {
    if (!this.stopping.signal.aborted && authHeader() !== null) storeInputTime(at);
  }

  private async end(): Promise<void> {
    await this.tell();
    if (!this.stopping.signal.aborted && this.limits && leftMs(this.limits) <= 0) deleteAuthHeader();
  }
}

/** One who waits for a report or reads one. */
export type Run = {
  staff_user_id: number;
  report: string;
  /** Rows read so far. */
  rows: number;
  isWaiting: boolean;
  /** It is mailed by itself: its owner, at a screen, neither follows nor stops it. */
  isScheduled: boolean;
  stop: AbortController;
};

/**
 * Lets in so many at once, and one of each person; who comes waits in the order of coming for the first place that is theirs to
 * have. A report takes a connection and a thread: the desk must not feel it.
 */
export class Line {
  readonly #places: number;
  readonly #runs: { run: Run; enter: () => void }[] = [];

  constructor(places: number) {
    this.#places = places;
  }

  /** Does the work when it is its turn; rejects when it is stopped before. */
  async inTurn<T>(run: Run, work: () => Promise<T>): Promise<T> {
    const { signal } = run.stop;
    try {
      await new Promise<void>((resolve, reject) => {
        signal.throwIfAborted();
        signal.addEventListener('abort', () => reject(reasonOf(signal)), { once: true });
        this.#runs.push({ run, enter: resolve });
        this.#letIn();
      });
      return await work();
    } finally {
      const at = this.#runs.findIndex((one) => one.run === run);
      if (at >= 0) this.#runs.splice(at, 1);
      this.#letIn();
    }
  }

  /** What a person has under way, and how many reports are read before it. */
  of(staff_user_id: number): { run: Run; ahead: number }[] {
    return this.#runs.flatMap(({ run }, ahead) =>
      run.staff_user_id === staff_user_id ? [{ run, ahead: run.isWaiting ? ahead : 0 }] : [],
    );
  }

  #letIn(): void {
    const running = () => this.#runs.filter(({ run }) => !run.isWaiting);
    for (const { run, enter } of this.#runs) {
      if (running().length >= this.#places) return;
      if (!run.isWaiting || running().some((one) => one.run.staff_user_id === run.staff_user_id)) continue;
      run.isWaiting = false;
      enter();
    }
  }
}

function reasonOf({ reason }: { reason: unknown }): Error {
  return reason instanceof Error ? reason : new Error('This was stopped.');
}

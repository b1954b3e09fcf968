/** A run of a report that waits in the queue or is being read. */
export type ReportRun = {
  staff_user_id: number;
  report: string;
  /** The number of the report's rows read so far. */
  rows: number;
  isWaiting: boolean;
  /** True for a run by a report schedule: the owner of the schedule neither sees its progress nor stops it. */
  isScheduled: boolean;
  stop: AbortController;
};

/**
 * The queue of reports. Runs a limited number at once, and one for each person; the others wait in order of arrival. The limit
 * exists because a report takes a database connection and a thread, which must not slow down bookings.
 */
export class ReportQueue {
  readonly #places: number;
  readonly #runs: { run: ReportRun; enter: () => void }[] = [];

  constructor(places: number) {
    this.#places = places;
  }

  /** Runs the work as soon as the queue admits it; rejects if the run is stopped before. */
  async inTurn<T>(run: ReportRun, work: () => Promise<T>): Promise<T> {
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

  /** Returns the current runs of a person, with the number of other reports that are read before each. */
  of(staff_user_id: number): { run: ReportRun; ahead: number }[] {
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

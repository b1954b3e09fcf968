/** The progress of one step of a start, e.g. 12 of 48 migrations. */
export type StartProgress = { name: string; done: number; total: number };

let report: (step: StartProgress) => void = () => undefined;

/** Sets the function that shows the progress of slow steps; called once at start. Without it, nothing is shown. */
export const showStartProgressBy = (to: (step: StartProgress) => void): void => {
  report = to;
};

export const reportStartProgress = (step: StartProgress): void => report(step);

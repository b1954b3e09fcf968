/** The progress of one step of a start, e.g. 12 of 48 migrations. */
export type StepReport = { name: string; done: number; total: number };

let report: (step: StepReport) => void = () => undefined;

/** Sets the function that shows the progress of slow steps; called once at start. Without it, nothing is shown. */
export const reportStepsTo = (to: (step: StepReport) => void): void => {
  report = to;
};

export const reportStep = (step: StepReport): void => report(step);

/** The progress of a start's step, e.g. 12 of 48 migrations. */
export type StepReport = { name: string; done: number; total: number };

let report: (step: StepReport) => void = () => undefined;

/** Sets the function that shows steps which take seconds; called once at start. Nothing shows them otherwise. */
export const reportStepsTo = (to: (step: StepReport) => void): void => {
  report = to;
};

export const reportStep = (step: StepReport): void => report(step);

export type StepProgress = {
  /** Shows the amount done so far. */
  advance(count: number): void;
  end(): void;
};
type Stream = { isTTY?: boolean; columns?: number; write(text: string): unknown };
export function beginStep(name: string, total?: number, stream?: Stream): StepProgress;
export function abandonSteps(): void;
export function showReports(): (step: { name: string; done: number; total: number }) => void;

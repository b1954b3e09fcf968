export type StepProgress = {
  /** Shows how much is done so far. */
  advance(count: number): void;
  end(): void;
};
export function beginStep(
  name: string,
  total?: number,
  stream?: { isTTY?: boolean; write(text: string): unknown },
): StepProgress;

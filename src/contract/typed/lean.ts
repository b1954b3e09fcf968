/** Which way a date without its year looks from today: to the next such day, to the last, or to the nearer of both. */
export type Lean = 'ahead' | 'back' | 'nearest';

/** What a filter of days shows before anything is typed: examples that look its way. */
export const DAYS_EXAMPLES: Record<Lean, string> = {
  ahead: 'sat, 12/1-12/31, next month',
  back: 'fri, 11/1-11/30, last month',
  nearest: 'sat, 11/1-11/30, this month',
};

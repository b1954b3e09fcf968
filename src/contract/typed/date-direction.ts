/** The direction from today in which a date without a year is found: the next such day, the last one, or the nearer of both. */
export type DateDirection = 'ahead' | 'back' | 'nearest';

/** The examples in an empty filter of days, in the direction of the filter. */
export const DAYS_EXAMPLES: Record<DateDirection, string> = {
  ahead: 'sat, 12/1-12/31, next month',
  back: 'fri, 11/1-11/30, last month',
  nearest: 'sat, 11/1-11/30, this month',
};

/**
 * The direction from today in which a date without a year is looked for: the next such day, the last one, or the
 * nearer of the two.
 */
export type DateDirection = 'ahead' | 'back' | 'nearest';

/** The examples that an empty day filter shows, by the direction of the filter. */
export const DAY_FILTER_EXAMPLES: Record<DateDirection, string> = {
  ahead: 'sat, 12/1-12/31, next month',
  back: 'fri, 11/1-11/30, last month',
  nearest: 'sat, 11/1-11/30, this month',
};

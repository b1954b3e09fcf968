/**
 * The word for a bound of 0. The constant is in its own file, so that the list of discounts does not load the rules of booking.
 */
export const UNLIMITED_TEXT = 'Unlimited';

/** The word for a bound of 0. It has a file of its own, so that the list does not fetch the rules of the booking engine. */
export const UNLIMITED = 'Unlimited';

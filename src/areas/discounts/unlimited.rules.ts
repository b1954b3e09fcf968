/** What a bound of 0 reads as. It stands alone, so that the list does not fetch the rules of the booking engine. */
export const UNLIMITED = 'Unlimited';

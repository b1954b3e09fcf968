const AWAY = 'The payment gateway does not answer';
const AGAIN = 'try again in a minute.';

/** Returns why a charge is rejected before it is sent; `instead` is what can be done without a card. */
export const gatewayAwayText = (undone: 'booked' | 'changed' | 'sold', instead?: string): string =>
  `${AWAY}. Nothing was charged or ${undone}: ${instead === undefined ? AGAIN : `${instead}, or ${AGAIN}`}`;

/** Returns the warning on a form with a card's fields; `isNeeded`: nothing can be done without a card. */
export const gatewayAwayWarning = (isNeeded: boolean): string =>
  `${AWAY}, so no card is charged now. ${isNeeded ? 'Try again in a minute.' : `Book without a card, or ${AGAIN}`}`;

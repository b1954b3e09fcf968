/**
 * The test cards, whose numbers tell the built-in gateway how to behave; every other card with a correct check digit
 * is approved.
 */
export const TEST_CARDS = {
  approved: { number: '4242424242424242', sentence: 'Approved.' },
  declined: { number: '4000000000000002', sentence: 'Declined: "Your card was declined."' },
  insufficient_funds: {
    number: '4000000000009995',
    sentence: 'Declined: "Your card has insufficient funds."',
  },
  expired: { number: '4000000000000069', sentence: 'Declined: "Your card has expired."' },
  incorrect_cvc: {
    number: '4000000000000127',
    sentence: 'Declined: "Your card\'s security code is incorrect."',
  },
  timeout_before: {
    number: '4000000000020018',
    sentence: 'Never charged and never answered, however often it is tried; the look-up says absent.',
  },
  timeout_after: {
    number: '4000000000020026',
    sentence:
      'Charged at the first try and never answered, however often it is tried; the look-up tells the truth.',
  },
  answers_late: {
    number: '4000000000020034',
    sentence:
      'Approved, but answered only after 12 seconds; a retry waits for the same moment, the look-up says running.',
  },
  error_before: {
    number: '4000000000020042',
    sentence: 'Answers 500 once without charging; a retry charges and is approved.',
  },
  error_after: {
    number: '4000000000020059',
    sentence: 'Charges, then answers 500 once; a retry gets the truth.',
  },
  reset_after: {
    number: '4000000000020067',
    sentence: 'Charges, then resets the connection once; a retry gets the truth.',
  },
  broken_json_after: {
    number: '4000000000020075',
    sentence: 'Charges, then answers half a JSON text once; a retry gets the truth.',
  },
  appears_late: {
    number: '4000000000020083',
    sentence: 'Never answered, and the look-up says absent; 30 seconds later the charge is there after all.',
  },
  refund_declined: { number: '4000000000005126', sentence: 'Approved; every refund of it is declined.' },
  refund_timeout_before: {
    number: '4000000000020091',
    sentence: 'Approved; a refund of it is never made and never answered, and the look-up says absent.',
  },
  refund_timeout_after: {
    number: '4000000000020109',
    sentence:
      'Approved; a refund of it is made at the first try and never answered, and the look-up tells the truth.',
  },
  refund_error_after: {
    number: '4000000000020117',
    sentence: 'Approved; a refund of it is made, then answered with 500 once; a retry gets the truth.',
  },
  account_restricted: {
    number: '4000000000020125',
    sentence: 'Refused, as every card is of an account that may not charge.',
  },
  refund_disputed: {
    number: '4000000000020133',
    sentence: 'Approved; a refund of it is refused, since the charge is disputed.',
  },
  refund_elsewhere: {
    number: '4000000000020141',
    sentence: 'Approved; a refund of it is refused, since the gateway refunded it already.',
  },
  refund_fails_later: {
    number: '4000000000020158',
    sentence: 'Approved; a refund of it is made, and fails two days later.',
  },
} satisfies Record<string, { number: string; sentence: string }>;

export type TestCardBehavior = keyof typeof TEST_CARDS;

/** Returns true if a text is the name of a test card's behavior. */
export const isTestCardBehavior = (name: string): name is TestCardBehavior => Object.hasOwn(TEST_CARDS, name);

/** Returns how the built-in gateway treats a card number, which must have no blanks. */
export const behaviorOfCardNumber = (number: string): TestCardBehavior =>
  Object.keys(TEST_CARDS)
    .filter(isTestCardBehavior)
    .find((name) => TEST_CARDS[name].number === number) ?? 'approved';

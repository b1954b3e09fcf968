/** An HTTP answer of the test server that speaks Stripe's protocol. */
export type StripeAnswer = { status: number; body: Record<string, unknown> };

/** Returns an error answer in Stripe's format. */
export const stripeErrorAnswer = (status: number, details: Record<string, string>): StripeAnswer => ({
  status,
  body: { error: { message: 'Something is wrong.', ...details } },
});
export const stripeMissingAnswer = stripeErrorAnswer(404, {
  type: 'invalid_request_error',
  code: 'resource_missing',
});
export const stripeRefusedAnswer = (code: string) =>
  stripeErrorAnswer(400, { type: 'invalid_request_error', code });
/** Returns a decline whose message repeats the card number, to test that RIC does not pass the message on. */
export const stripeCardErrorAnswer = (codes: Record<string, string>, number: string) =>
  stripeErrorAnswer(402, { type: 'card_error', ...codes, message: `The card ${number} was declined.` });

/** The card numbers that are declined, with Stripe's codes. */
export const DECLINED_CARD_NUMBERS: Record<string, { code: string; decline_code: string }> = {
  '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline' },
  '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds' },
  '4000000000000069': { code: 'expired_card', decline_code: 'expired_card' },
  '4000002500003155': { code: 'authentication_required', decline_code: 'authentication_required' },
};

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

type Listed = { id: string; created: number };
type StripeListRequest = { path: string; form: Record<string, string> };
/** Returns a page of a list, limited to a time span if the request has one. */
export function stripeListPage(all: Listed[], { path, form }: StripeListRequest, size: number): StripeAnswer {
  const from = Number(form['created[gte]'] ?? 0);
  const to = Number(form['created[lt]'] ?? Infinity);
  const found = all.filter(({ created }) => created >= from && created < to);
  const first = found.findIndex(({ id }) => id === form['starting_after']) + 1;
  const data = found.slice(first, first + size);
  return { status: 200, body: { object: 'list', url: path, data, has_more: first + size < found.length } };
}

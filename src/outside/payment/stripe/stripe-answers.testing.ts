/** What the local server that speaks Stripe's protocol answers. */
export type Answer = { status: number; body: Record<string, unknown> };

/** A failure as Stripe tells it. */
export const error = (status: number, details: Record<string, string>): Answer => ({
  status,
  body: { error: { message: 'Something is wrong.', ...details } },
});
export const missing = error(404, { type: 'invalid_request_error', code: 'resource_missing' });
export const refused = (code: string) => error(400, { type: 'invalid_request_error', code });
/** A decline that repeats the number, to see that it goes no further. */
export const cardError = (codes: Record<string, string>, number: string) =>
  error(402, { type: 'card_error', ...codes, message: `The card ${number} was declined.` });

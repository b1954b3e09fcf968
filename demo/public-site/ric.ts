/** The parts of RIC's answers that this site reads; /partner/v1/openapi.json describes the rest, and the requests. */
type Round = { id: number; course_name: string; play_date: string; play_time: string };
export type Course = { id: number; course_name: string; city: string; subdivision: string };
/** An open time with its price in cents for the whole party. */
export type OpenTime = Round & { course_id: number; holes: number | null; raw_charge: number };
export type Price = {
  raw_total: number;
  charge: string;
  discount: string;
  gift_certificate: string;
  total: string;
};
export type Quote = { open_time: OpenTime; players: number; price: Price };
export type Booking = Round & { players: number; status: string; confirmation: string; price: Price };
export type CardFields = { script: string; publishable_key: string; tokens_url: string | null };

const OPEN = ['busy', 'internal', 'outcome_unknown', 'still_running', 'too_many', 'unreachable'];
/** The error if RIC rejected a request, or did not answer. */
export class RicRejection extends Error {
  constructor(
    readonly code: string,
    message = '',
    readonly fields: Record<string, string[]> = {},
  ) {
    super(message);
  }

  /**
   * True if the request may have been done, or will be: it is sent again under its idempotency key, so that nothing is done
   * twice.
   */
  get isOpen(): boolean {
    return OPEN.includes(this.code);
  }
}

export type QueryValues = Record<string, string | number>;
/** Returns the query string of an address. */
export const formatQueryString = (query: QueryValues): string =>
  new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

type ErrorAnswer = { error?: { code: string; message: string; fields?: Record<string, string[]> } };
const LONGEST_MS = 60_000;

/** Returns a client of the partner API for RIC's address and the API key that RIC's admin gave this site. */
export function partnerApiClient(address: string, apiKey: string) {
  async function ask<T>(path: string, body?: object, key?: string): Promise<T> {
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    };
    const signal = AbortSignal.timeout(LONGEST_MS);
    // A proxy before RIC may answer in its own words; then the outcome is unknown.
    const { isOk, told }: { isOk: boolean; told: (T & ErrorAnswer) | null } = await fetch(
      `${address}/partner/v1${path}`,
      { ...sent, headers, signal },
    )
      .then(async (answer) => ({ isOk: answer.ok, told: JSON.parse(await answer.text()) }))
      .catch(() => ({ isOk: false, told: null }));
    if (told?.error) throw new RicRejection(told.error.code, told.error.message, told.error.fields);
    if (!isOk || !told) throw new RicRejection('unreachable');
    return told;
  }
  return {
    courses: () => ask<{ courses: Course[] }>('/courses'),
    openTimes: (query: QueryValues) =>
      ask<{ open_times: OpenTime[]; has_more: boolean }>(`/open_times?${formatQueryString(query)}`),
    quote: (round: object) => ask<Quote>('/quotes', round),
    book: (booking: object, key: string) => ask<Booking>('/bookings', booking, key),
    booking: (id: number) => ask<Booking & { refunded: string }>(`/bookings/${id}`),
    cancel: (id: number, key: string) =>
      ask<{ message: string }>(`/bookings/${id}/cancellation`, { refund: 'standard' }, key),
    leaveLead: (lead: object, key: string) => ask<object>('/leads', lead, key),
    certificatePrice: (certificate: object) =>
      ask<{ raw_price: number; price: string }>('/gift_certificates/quotes', certificate),
    sellCertificate: (certificate: object, key: string) =>
      ask<{ serial: string }>('/gift_certificates', certificate, key),
    cardFields: () => ask<CardFields>('/card_fields'),
  };
}
export type PartnerApiClient = ReturnType<typeof partnerApiClient>;

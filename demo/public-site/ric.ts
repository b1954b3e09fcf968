/** What this site reads of RIC's answers; the rest is described at /partner/v1/openapi.json. */
export type Course = {
  id: number;
  course_name: string;
  city: string;
  subdivision: string;
  description: string;
};
export type OpenTime = {
  id: number;
  course_id: number;
  course_name: string;
  play_date: string;
  play_time: string;
  holes: number | null;
  /** Cents for the whole party. */
  raw_charge: number;
};
export type Price = {
  raw_total: number;
  charge: string;
  discount: string;
  gift_certificate: string;
  total: string;
};
export type Quote = { open_time: OpenTime; players: number; price: Price };
export type Booking = {
  id: number;
  status: string;
  confirmation: string;
  course_name: string;
  play_date: string;
  play_time: string;
  players: number;
  price: Price;
  refunded?: string;
};
export type Customer = { first_name: string; last_name: string; email: string; primary_phone: string };
export type Certificate = { id: number; serial: string; value: string; price: string };
export type CertificatePrice = { raw_value: number; value: string; raw_price: number; price: string };
export type CardFields = { script: string; publishable_key: string; tokens_url: string | null };
export type Pending = { operation: { id: string } };
/** What was asked for, or the operation that knows later what became of it. */
export type Outcome<T> = T | Pending;
export const isPending = (outcome: object): outcome is Pending => 'operation' in outcome;

type Operation = {
  state: string;
  result: Booking | Certificate | null;
  error: { message: string; fields?: Record<string, string[]> } | null;
};
type ToPrice = { open_time_id: number; players: number; discount_code: string; gift_cert_serial: string };
type Card = { card?: { token: string } };
type NewBooking = ToPrice & Card & { customer: Customer; shown_total: number; agent_email: string };
type Lead = { course_id: number; lead_date: string; play_time: string; players: number; customer: Customer };
type NewCertificate = Card & {
  course_id: number | null;
  value: string;
  shown_price: number;
  purchaser: Customer;
  recipient: Omit<Customer, 'primary_phone'>;
  who_from: string;
  greeting: string;
};

/** RIC said no, or nothing. `isOpen` where the same request may be sent again under its key. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly fields: Record<string, string[]> = {},
  ) {
    super(message);
  }

  get isOpen(): boolean {
    return ['busy', 'internal', 'still_running', 'too_many', 'unreachable'].includes(this.code);
  }
}

const LONGEST_MS = 60_000;
const UNREACHABLE = 'We can not reach our reservation desk. Please try again.';

// Whatever stands before RIC may answer in its place, in words of its own: whether RIC did it nobody knows then.
function readJson<T>(text: string): T {
  try {
    const told: T = JSON.parse(text);
    return told;
  } catch {
    throw new Refused('unreachable', UNREACHABLE);
  }
}

type Told = { error?: { code: string; message: string; fields?: Record<string, string[]> } };
type Sent = { body?: object; key?: string };

export type Query = Record<string, string | number>;
/** The part of an address behind its question mark. */
export const queryOf = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** A client of the partner interface: RIC's address, and the key that its admin gave this site. */
export function ricAt(address: string, apiKey: string) {
  async function ask<T>(method: 'GET' | 'POST', path: string, { body, key }: Sent = {}): Promise<T> {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    };
    const signal = AbortSignal.timeout(LONGEST_MS);
    const sent = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const { isOk, text } = await fetch(`${address}/partner/v1${path}`, sent)
      .then(async (answer) => ({ isOk: answer.ok, text: await answer.text() }))
      .catch(() => {
        throw new Refused('unreachable', UNREACHABLE);
      });
    const told = readJson<T & Told>(text);
    if (isOk) return told;
    const { code = 'internal', message = 'Something went wrong.', fields } = told.error ?? {};
    throw new Refused(code, message, fields);
  }
  return {
    courses: async () => (await ask<{ courses: Course[] }>('GET', '/courses')).courses,
    openTimes: (query: Query) =>
      ask<{ open_times: OpenTime[]; has_more: boolean }>('GET', `/open_times?${queryOf(query)}`),
    quote: (body: ToPrice) => ask<Quote>('POST', '/quotes', { body }),
    book: (body: NewBooking, key: string) => ask<Outcome<Booking>>('POST', '/bookings', { body, key }),
    booking: (id: number) => ask<Booking>('GET', `/bookings/${id}`),
    cancel: (id: number, key: string) =>
      ask<Outcome<{ message: string }>>('POST', `/bookings/${id}/cancellation`, {
        body: { refund: 'standard' },
        key,
      }),
    leaveLead: (body: Lead, key: string) => ask<Outcome<{ id: number }>>('POST', '/leads', { body, key }),
    certificatePrice: (body: { value: string; course_id: number | null }) =>
      ask<CertificatePrice>('POST', '/gift_certificates/quotes', { body }),
    sellCertificate: (body: NewCertificate, key: string) =>
      ask<Outcome<Certificate>>('POST', '/gift_certificates', { body, key }),
    operation: (id: string) => ask<Operation>('GET', `/operations/${id}`),
    cardFields: () => ask<CardFields>('GET', '/card_fields'),
  };
}
export type Ric = ReturnType<typeof ricAt>;

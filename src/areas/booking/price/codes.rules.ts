import type { PricedBooking } from '../booking.contract.ts';

export type BookingCodes = { discount_code: string; gift_cert_serial: string };
export type BookingCodeName = keyof BookingCodes;
type Accepted = PricedBooking['tee_time'];
type Errors = Record<string, string[]>;
type Refusal = { code: string; message: string };
/** Asks the server to check one code together with the other: returns what it accepts, or its error messages by field. */
export type CodeChecker = (
  name: BookingCodeName,
  codes: BookingCodes,
) => Promise<{ accepted: Accepted } | { errors: Errors }>;

/** The codes that the server accepts together for a tee time, and why another code was rejected. */
export type AcceptedCodes = {
  codes: BookingCodes;
  discount: Accepted['discount'];
  certificate: Accepted['gift_certificate'];
  refusals: Partial<Record<BookingCodeName, Refusal>>;
};
export const NO_CODES: BookingCodes = { discount_code: '', gift_cert_serial: '' };
export const NO_ACCEPTED_CODES: AcceptedCodes = {
  codes: NO_CODES,
  discount: null,
  certificate: null,
  refusals: {},
};
export const BOOKING_CODE_NAMES = ['discount_code', 'gift_cert_serial'] as const;

/** Returns the accepted codes without the named one. */
export function withoutCode(standing: AcceptedCodes, name: BookingCodeName): AcceptedCodes {
  const { [name]: _, ...refusals } = standing.refusals;
  return {
    ...standing,
    codes: { ...standing.codes, [name]: '' },
    ...(name === 'discount_code' ? { discount: null } : { certificate: null }),
    refusals,
  };
}

/**
 * Checks the applied codes and then the newly typed ones, one after the other, each together with the codes accepted
 * so far. The applied ones come first, so that a rejected code does not remove an accepted one.
 */
export async function checkCodes(
  stood: BookingCodes,
  tried: BookingCodes,
  ask: CodeChecker,
): Promise<AcceptedCodes> {
  const named = BOOKING_CODE_NAMES.filter((name) => tried[name] !== '');
  const kept = named.filter((name) => stood[name] !== '').map((name) => [name, stood[name]] as const);
  const fresh = named
    .filter((name) => tried[name] !== stood[name])
    .map((name) => [name, tried[name]] as const);
  let standing = NO_ACCEPTED_CODES;
  // oxlint-disable-next-line no-await-in-loop -- the second is asked about beside the first
  for (const [name, code] of [...kept, ...fresh]) standing = await withTried(standing, name, code, ask);
  return standing;
}

async function withTried(
  standing: AcceptedCodes,
  name: BookingCodeName,
  code: string,
  ask: CodeChecker,
): Promise<AcceptedCodes> {
  const codes = { ...standing.codes, [name]: code };
  const answer = await ask(name, codes);
  if ('accepted' in answer) {
    const { discount, gift_certificate: certificate } = answer.accepted;
    return { codes, discount, certificate, refusals: withoutCode(standing, name).refusals };
  }
  // An answer that names only the other code means that the two cannot be combined. The other code is applied, so
  // this one is rejected.
  const messages = answer.errors[name] ?? Object.values(answer.errors).flat();
  const refusal: Refusal = { code, message: messages.join(', ') };
  return { ...standing, refusals: { ...standing.refusals, [name]: refusal } };
}

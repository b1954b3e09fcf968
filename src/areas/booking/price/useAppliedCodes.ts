import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { booking } from '../booking.contract.ts';
import { completeRound, type BookingForm, type CompleteRound } from '../form/form.rules.ts';
import {
  BOOKING_CODE_NAMES,
  NO_CODES,
  NO_ACCEPTED_CODES,
  checkCodes,
  withoutCode,
  type CodeChecker,
  type BookingCodeName,
  type BookingCodes,
} from './codes.rules.ts';

/** A specified sentence (Spec 1 §5). */
export const FILL_OUT_FIRST = 'Fill out tee time fields first.';
const NOT_ASKED = 'Press Apply first, so that the total shows it.';

export type AppliedCodes = ReturnType<typeof useAppliedCodes>;

/**
 * Holds the discount and gift certificate of the booking, each with its own result. Typed codes are checked again
 * whenever the tee time changes. Only an accepted code replaces an applied one, so that the screen keeps showing the
 * total that is charged.
 */
export function useAppliedCodes(form: BookingForm) {
  const [tried, setTried] = useState<BookingCodes>(() => typedCodes(form));
  const [last, setLast] = useState(NO_ACCEPTED_CODES);
  const round = completeRound(form);
  const hasTried = tried.discount_code !== '' || tried.gift_cert_serial !== '';
  const query = useQuery({
    queryKey: ['applied', tried, round],
    queryFn: () => (round ? checkCodes(last.codes, tried, askedFor(round)) : NO_ACCEPTED_CODES),
    enabled: hasTried && round !== null,
    // An earlier result for the same tee time may be out of date, so it is not cached.
    gcTime: 0,
  });
  if (query.data && query.data !== last) setLast(query.data);
  const standing = query.data ?? last;
  const typed = typedCodes(form);

  function apply(name: BookingCodeName): void {
    const code = typed[name];
    if (code === '') setLast(withoutCode(standing, name));
    if (code !== tried[name]) setTried({ ...tried, [name]: code });
    else if (code !== '' && round !== null && !query.isFetching) void query.refetch();
  }
  const refusalOf = (name: BookingCodeName): string | null => {
    const refusal = standing.refusals[name];
    return refusal?.code === typed[name] ? refusal.message : null;
  };
  const isOpen = (name: BookingCodeName): boolean =>
    typed[name] !== standing.codes[name] && refusalOf(name) === null;
  const hasOpen = BOOKING_CODE_NAMES.some(isOpen);
  return {
    codes: standing.codes,
    discount: standing.discount,
    certificate: standing.certificate,
    /** The reason why the code in a field is rejected, by field. */
    refusals: errorsOf(refusalOf),
    /** The errors that block a booking: a field holds a code that is not in the total. */
    open: errorsOf((name) => (isOpen(name) || (query.error && typed[name] !== '') ? NOT_ASKED : null)),
    apply,
    askAgain: () => void (hasTried && round && query.refetch()),
    reset: () => {
      setTried(NO_CODES);
      setLast(NO_ACCEPTED_CODES);
    },
    message: round === null && hasTried && hasOpen ? FILL_OUT_FIRST : null,
    isAsking: query.isFetching,
    failure: query.error,
  };
}

const CALLS = { discount_code: booking.validateDiscount, gift_cert_serial: booking.validateCert };

const askedFor =
  (tee_time: CompleteRound): CodeChecker =>
  async (name, codes) => {
    try {
      const { tee_time: accepted } = await sendCall(CALLS[name], {
        body: { booking: { ...codes, tee_time } },
      });
      return { accepted };
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error;
      return { errors: error.errors };
    }
  };

function errorsOf(messageOf: (name: BookingCodeName) => string | null): Record<string, string[]> {
  const entries = BOOKING_CODE_NAMES.map((name) => [name, messageOf(name)] as const);
  return Object.fromEntries(entries.flatMap(([name, text]) => (text ? [[name, [text]]] : [])));
}

const typedCodes = ({ discount_code, gift_cert_serial }: BookingForm): BookingCodes => ({
  discount_code: discount_code.trim(),
  gift_cert_serial: gift_cert_serial.trim(),
});

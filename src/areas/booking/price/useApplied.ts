import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldErrors, send } from '../../../web/send.ts';
import { booking, type PricedBooking } from '../booking.contract.ts';
import { filledRound, type BookingForm } from '../form.ts';

type Codes = { discount_code: string; gift_cert_serial: string };
const NONE: Codes = { discount_code: '', gift_cert_serial: '' };

/** Spec 1 §5. */
export const FILL_OUT_FIRST = 'Fill out tee time fields first.';

export type Applied = ReturnType<typeof useApplied>;

/**
 * The discount and certificate that were applied, as the server accepts them for the round as it stands now: whenever the
 * round changes they are asked about again, so that the total on the screen stays the one that is charged.
 */
export function useApplied(form: BookingForm) {
  const [codes, setCodes] = useState<Codes>(NONE);
  const [message, setMessage] = useState<string | null>(null);
  const round = filledRound(form);
  const hasCodes = codes.discount_code !== '' || codes.gift_cert_serial !== '';
  const priced = useQuery({
    queryKey: ['applied', codes, round],
    queryFn: () => price(codes, round),
    enabled: hasCodes && round !== null,
    placeholderData: (before) => before,
  });
  const { accepted, refused, isKnown } = outcomeOf(priced, hasCodes && round !== null);

  function apply(name: keyof Codes): void {
    const code = form[name].trim();
    const isMissing = code !== '' && round === null;
    setMessage(isMissing ? FILL_OUT_FIRST : null);
    if (isMissing) return;
    setCodes((before) => ({ ...before, [name]: code }));
    if (codes[name] === code) void priced.refetch();
  }
  return {
    codes,
    /** The codes that the total shown stands on: none while they are asked about, or could not be. */
    shownCodes: isKnown ? codes : NONE,
    apply,
    askAgain: () => void priced.refetch(),
    reset: () => {
      setCodes(NONE);
      setMessage(null);
    },
    message: round === null ? message : null,
    isAsking: priced.isFetching,
    failure: refused ? null : priced.error,
    errors: refused?.errors ?? {},
    discount: accepted?.discount ?? null,
    certificate: accepted?.gift_certificate ?? null,
  };
}

function outcomeOf({ data, error, isFetching }: UseQueryResult<PricedBooking>, isAsked: boolean) {
  const refused = isAsked && error instanceof FieldErrors ? error : null;
  const accepted = isAsked && !error ? data?.tee_time : undefined;
  return { accepted, refused, isKnown: !isFetching && (accepted !== undefined || refused !== null) };
}

async function price(codes: Codes, round: ReturnType<typeof filledRound>): Promise<PricedBooking> {
  if (round === null) throw new Error(FILL_OUT_FIRST);
  return send(booking.validateDiscount, { body: { booking: { ...codes, tee_time: round } } });
}

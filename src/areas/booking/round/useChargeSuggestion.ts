import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { moneyText } from '../../../contract/money.ts';
import type { BookingRate } from '../booking.contract.ts';
import { completeRound } from '../form/form.rules.ts';
import { focusFirstEmptyField } from '../form/useFocusNext.ts';
import type { BookingFields } from '../form/useBookingForm.ts';

export type ChargeSuggestion = ReturnType<typeof useChargeSuggestion>;

/**
 * Suggests the rate's charge. Once staff take the suggestion, the charge follows it over every change of the tee
 * time, until another charge is typed. The charge does not change while somebody is in its field, where a text must
 * not change while they type.
 */
export function useChargeSuggestion({ form, set, follow }: BookingFields, rate: UseQueryResult<BookingRate>) {
  const suggested = rate.data?.suggested_charge ?? null;
  const isAnswered = rate.data !== undefined;
  // No rate covers the tee time, so no charge is suggested.
  const suggestedText = suggested === null ? '' : moneyText(suggested);
  const [isEntered, setEntered] = useState(false);
  const isBehind = form.charge_follows && isAnswered && form.charge !== suggestedText;
  useEffect(() => {
    if (isBehind && !isEntered) follow(suggestedText);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `follow` is new each time and does the same
  }, [isBehind, isEntered, suggestedText]);
  return {
    suggested,
    setEntered,
    isTaken: form.charge === suggestedText,
    mayTake: suggested !== null || (!isAnswered && completeRound(form) !== null),
    isSettling: form.charge_follows && (rate.isFetching || isBehind),
    /** Takes the suggested charge, even before it has arrived, and moves to the next field. */
    take: () => {
      set({ charge_follows: true, ...(isAnswered && { charge: suggestedText }) });
      focusFirstEmptyField({ ...form, charge: 'taken' });
    },
  };
}

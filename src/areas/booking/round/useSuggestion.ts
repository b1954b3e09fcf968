import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { moneyText } from '../../../contract/money.ts';
import type { BookingRate } from '../booking.contract.ts';
import { filledRound } from '../form/form.rules.ts';
import { focusNext } from '../form/useFocusNext.ts';
import type { BookingFields } from '../form/useBookingForm.ts';

export type Suggestion = ReturnType<typeof useSuggestion>;

/**
 * Returns the charge that the rate suggests. Once it is taken, the charge follows it over every change of the round, until
 * another one is typed. It waits while somebody is in the field: a text must not change beneath who is about to type there.
 */
export function useSuggestion({ form, set, follow }: BookingFields, rate: UseQueryResult<BookingRate>) {
  const suggested = rate.data?.suggested_charge ?? null;
  const isAnswered = rate.data !== undefined;
  // Without a rate that covers the round there is no suggested charge either.
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
    mayTake: suggested !== null || (!isAnswered && filledRound(form) !== null),
    isSettling: form.charge_follows && (rate.isFetching || isBehind),
    /** Takes the suggestion, even before it has arrived, and moves on. */
    take: () => {
      set({ charge_follows: true, ...(isAnswered && { charge: suggestedText }) });
      focusNext({ ...form, charge: 'taken' });
    },
  };
}

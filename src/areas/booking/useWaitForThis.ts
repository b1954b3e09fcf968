import { useState } from 'react';
import { useBusinessSettings } from '../../web/business/business.ts';
import type { AddedToWaitList, WantedTeeTime } from '../wait-list/new-lead/WaitDialog.tsx';
import { completeRound, formErrors } from './form/form.rules.ts';
import type { BookingFields } from './form/useBookingForm.ts';
import { focusAfterRender } from '../../web/records/form/focusing.ts';

const ROUND = ['course', 'play_date', 'play_time', 'players'];

/** Puts the caller on the wait list for the typed course, day and time, once these fields are complete. */
export function useWaitForThis({ form, setErrors }: BookingFields, onWaiting: () => void) {
  const { today } = useBusinessSettings();
  const [round, setRound] = useState<WantedTeeTime | null>(null);
  const [waited, setWaited] = useState<AddedToWaitList | null>(null);
  const open = (): void => {
    setWaited(null);
    const filled = completeRound(form);
    if (filled) {
      const { play_date: lead_date, ...rest } = filled;
      setRound({ ...rest, lead_date });
      return;
    }
    const errors = Object.fromEntries(
      Object.entries(formErrors(form, today)).filter(([name]) => ROUND.includes(name)),
    );
    setErrors(errors);
    focusAfterRender(`field-${ROUND.find((name) => name in errors) ?? 'course'}`);
  };
  const done = (who: AddedToWaitList): void => {
    setRound(null);
    setWaited(who);
    onWaiting();
  };
  return { round, waited, open, done, close: () => setRound(null), forget: () => setWaited(null) };
}

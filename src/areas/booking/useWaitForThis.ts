import { useState } from 'react';
import { useBusiness } from '../../web/business/business.ts';
import type { NewlyWaiting, WaitedRound } from '../wait-list/new-lead/WaitDialog.tsx';
import { filledRound, formErrors } from './form/form.rules.ts';
import type { BookingFields } from './form/useBookingForm.ts';
import { focusSoon } from '../../web/records/form/focusing.ts';

const ROUND = ['course', 'play_date', 'play_time', 'players'];

/** Puts the caller on the wait list for the typed course, day and time, once these fields are complete. */
export function useWaitForThis({ form, setErrors }: BookingFields, onWaiting: () => void) {
  const { today } = useBusiness();
  const [round, setRound] = useState<WaitedRound | null>(null);
  const [waited, setWaited] = useState<NewlyWaiting | null>(null);
  const open = (): void => {
    setWaited(null);
    const filled = filledRound(form);
    if (filled) {
      const { play_date: lead_date, ...rest } = filled;
      setRound({ ...rest, lead_date });
      return;
    }
    const errors = Object.fromEntries(
      Object.entries(formErrors(form, today)).filter(([name]) => ROUND.includes(name)),
    );
    setErrors(errors);
    focusSoon(`field-${ROUND.find((name) => name in errors) ?? 'course'}`);
  };
  const done = (who: NewlyWaiting): void => {
    setRound(null);
    setWaited(who);
    onWaiting();
  };
  return { round, waited, open, done, close: () => setRound(null), forget: () => setWaited(null) };
}

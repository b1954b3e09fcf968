import { useEffect, useRef } from 'react';
import { valueAt } from '../../../web/inputs/fields.ts';
import { focusSoon } from '../../../web/records/form/focusing.ts';
import type { BookingForm } from './form.rules.ts';

/** The fields that a booking on a card needs, in the order in which a call goes. */
const CALL = [
  'course',
  'play_date',
  'play_time',
  'players',
  'charge',
  'customer.email',
  'customer.first_name',
  'customer.last_name',
  'customer.postcode',
  'credit_card.number',
  'credit_card.expmo',
  'credit_card.expyr',
  'credit_card.cvv',
] as const;

export const BOOK_ID = 'book';

/** Where the work goes on: the first of them that is still empty, or Book. */
export const focusNext = (form: BookingForm): void => focusSoon(nextIn(form));
function nextIn(form: BookingForm): string {
  // A charge that follows the suggestion comes by itself.
  const empty = CALL.find(
    (name) => (valueAt(form, name) ?? '') === '' && !(name === 'charge' && form.charge_follows),
  );
  return empty ? `field-${empty}` : BOOK_ID;
}

/** The work begins in the first empty field, once the course that is preselected stands. */
export function useFocusAtOpening(isOpen: boolean, form: BookingForm): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isOpen || isDone.current) return;
    isDone.current = true;
    setTimeout(() => {
      // Whoever is in a field by now keeps on typing there.
      const isTyping = document.activeElement?.matches('input, textarea');
      if (!isTyping) document.getElementById(nextIn(form))?.focus();
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, with the form as it was opened
  }, [isOpen]);
}

/** Ctrl+Enter books from anywhere on the screen. */
export function useBookKey(book: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isKey = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (!isKey || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      // What is only read on leaving a field (a typed time, a code) is read before it is booked.
      document.getElementById(BOOK_ID)?.focus();
      book();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [book]);
}

import { useEffect, useRef } from 'react';
import { fieldValueAt } from '../../../web/inputs/fields.ts';
import { focusAfterRender } from '../../../web/records/form/focusing.ts';
import type { BookingForm } from './form.rules.ts';

/** The fields that a booking on a card needs, in the order in which a caller usually gives them. */
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

export const BOOK_BUTTON_ID = 'book';

/** Moves the focus to the first empty field of the booking, or to Book. */
export const focusFirstEmptyField = (form: BookingForm): void => focusAfterRender(nextIn(form));
function nextIn(form: BookingForm): string {
  // An empty charge that follows the suggestion fills itself in, so it is skipped.
  const empty = CALL.find(
    (name) => (fieldValueAt(form, name) ?? '') === '' && !(name === 'charge' && form.charge_follows),
  );
  return empty ? `field-${empty}` : BOOK_BUTTON_ID;
}

/** Moves the focus to the first empty field when the booking engine opens, once the default course is set. */
export function useFocusAtOpening(isOpen: boolean, form: BookingForm): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isOpen || isDone.current) return;
    isDone.current = true;
    setTimeout(() => {
      // A user who is already typing or pressing a button keeps the focus, or the page would scroll away beneath the
      // mouse.
      const isBusy = document.activeElement?.matches('input, textarea, main button, main a');
      if (!isBusy) document.getElementById(nextIn(form))?.focus();
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, with the form as it was opened
  }, [isOpen]);
}

/** Books on Ctrl+Enter from anywhere on the screen. */
export function useBookKey(book: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isKey = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (!isKey || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      // Some fields (a typed time, a code) are read on blur, so the focus leaves them before the booking is sent.
      document.getElementById(BOOK_BUTTON_ID)?.focus();
      book();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [book]);
}

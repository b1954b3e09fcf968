import { useEffect, useRef, useState } from 'react';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { loadDraft, storeDraft } from '../../../web/leaving/drafts.ts';
import {
  fieldValueAt,
  withFieldValue,
  type FormFieldProps,
  type FormFieldName,
  type FormFieldValue,
} from '../../../web/inputs/fields.ts';
import { haveSameJson } from '../../../web/records/form/useRecordForm.ts';
import { useInstallation } from '../../installation/useInstallation.ts';
import { useBookingOrigin } from '../opened/useBookingOrigin.ts';
import { blankForm, prefillErrors, type BookingForm } from './form.rules.ts';
import { prefilledForm } from './prefill.rules.ts';
import type { BookingPrefill } from './useBookingPrefill.ts';

/** Returns true if the form holds no input but the course, which remains from the previous booking. */
const isBlank = (form: BookingForm): boolean => haveSameJson(form, blankForm(form.course));

// A restored draft has no deal: found deals are not stored, and a deal that nobody sees must not be booked.
function opened(path: string, { prefill, isGiven }: BookingPrefill, today: string): BookingForm {
  const blank = blankForm(null);
  const kept = loadDraft(path, blank);
  const draft = kept && { ...kept, deal_id: null };
  if (draft && !(isGiven && isBlank(draft))) return draft;
  return isGiven ? prefilledForm(prefill, today) : blank;
}

export type BookingFields = ReturnType<typeof useBookingForm>;

// A changed field clears its own errors, and those of the fields that the server checks against it.
const ROUND = ['course', 'play_date', 'play_time', 'players'];
const fieldsRechecked = (name: string): string[] => [
  name,
  'shown_total',
  ...(ROUND.includes(name) ? ['golf_rate', 'discount_code', 'gift_cert_serial'] : []),
  ...(name === 'course' ? ['rental_clubs'] : []),
];
const without = (errors: Record<string, string[]>, names: string[]): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));

/**
 * Holds the booking form while it is typed, with its field errors. The form is prefilled from a link, and kept as a
 * draft, without the card, until it is booked or cleared.
 */
export function useBookingForm(prefill: BookingPrefill) {
  const { today } = useBusinessSettings();
  const [path] = useState(() => `/ibe?${prefill.prefill}`);
  const [form, setForm] = useState<BookingForm>(() => opened(path, prefill, today));
  const [errors, setErrors] = useState<Record<string, string[]>>(() => prefillErrors(form, today));
  useEffect(() => storeDraft(path, form), [form, path]);
  const isOpen = useDefaultCourse(form, setForm);
  const opening = useBookingOrigin(form, setForm);

  const forget = (names: string[]): void => setErrors((before) => without(before, names));
  function set(values: Partial<BookingForm>): void {
    setForm((before) => ({ ...before, ...values }));
    forget(Object.keys(values).flatMap(fieldsRechecked));
  }
  /** Sets the charge to the suggested one, unless another charge was typed since the suggestion was requested. */
  function follow(charge: string): void {
    setForm((before) => (before.charge_follows ? { ...before, charge } : before));
    forget(fieldsRechecked('charge'));
  }
  function change(name: string, value: unknown): void {
    setForm((before) => {
      const next = withFieldValue(before, name, value);
      // The chosen rental clubs belong to the previous course.
      if (name === 'course' && before.course !== value) return { ...next, quantities: {} };
      return name === 'charge' && before.charge !== value ? { ...next, charge_follows: false } : next;
    });
  }
  function field<N extends FormFieldName<BookingForm>>(
    name: N,
  ): FormFieldProps<FormFieldValue<BookingForm, N>> {
    const shown = fieldValueAt(form, name);
    return {
      name,
      value: shown,
      error: errors[name]?.join(', '),
      readOnly: false,
      change: (value) => {
        change(name, value);
        // Leaving a field unchanged corrects no error.
        if (!haveSameJson(value, shown)) forget(fieldsRechecked(name));
      },
    };
  }
  function reset(next: Partial<BookingForm>): BookingForm {
    const fresh = { ...blankForm(form.course), ...next };
    // The draft is cleared at once, so that a user who left during the booking finds no form to book again.
    storeDraft(path, fresh);
    setErrors({});
    setForm(fresh);
    return fresh;
  }
  return {
    form,
    errors,
    setErrors,
    forget,
    set,
    follow,
    field,
    reset,
    isOpen,
    opening,
    isTyped: !isBlank(form),
  };
}

type SetForm = (next: (before: BookingForm) => BookingForm) => void;

/** Preselects the default course once, if no course was given. Returns true when the course is decided. */
function useDefaultCourse(form: BookingForm, setForm: SetForm): boolean {
  const settings = useInstallation();
  const isDone = useRef(form.course !== null);
  const preselected = settings.data?.default_course_id ?? null;
  useEffect(() => {
    if (isDone.current || settings.isPending) return;
    isDone.current = true;
    setForm((before) => ({ ...before, course: before.course ?? preselected }));
  }, [settings.isPending, preselected, setForm]);
  return form.course !== null || (!settings.isPending && preselected === null);
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from '../../web/drafts.ts';
import { valueAt, withValue, type Field, type FieldName, type FieldValue } from '../../web/inputs/fields.ts';
import { send } from '../../web/send.ts';
import { useSession } from '../../web/session.ts';
import { availability } from '../availability/availability.contract.ts';
import { desk } from '../desk/desk.contract.ts';
import { blankForm, prefilledForm, type BookingForm } from './form.ts';

const here = (): string => window.location.pathname + window.location.search;

// The deals that were found are not kept, and one that nobody sees must not be booked.
function restored(path: string, start: BookingForm): BookingForm {
  const draft = draftOf(path, start);
  return draft ? { ...draft, deal_id: null } : start;
}

export type BookingFields = ReturnType<typeof useBookingForm>;

/** The booking as it is being typed: prefilled, kept over a sign-in in between (but for the card), with its field errors. */
export function useBookingForm() {
  // While this screen is being left, the address is the next one's already.
  const [path] = useState(here);
  const [start, setStart] = useState(() => prefilledForm(window.location.search));
  const [form, setForm] = useState<BookingForm>(() => restored(path, start));
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  useEffect(() => {
    if (form !== start) keepDraft(path, form);
  }, [form, start, path]);
  useDefaultCourse(form, setForm);
  useWaitingCard(form.availability_queue_id, setForm);

  function set(values: Partial<BookingForm>): void {
    setForm((before) => ({ ...before, ...values }));
  }
  function change(name: string, value: unknown): void {
    setForm((before) => {
      const next = withValue(before, name, value);
      // The clubs are the course's.
      return name === 'course' && before.course !== value ? { ...next, quantities: {} } : next;
    });
    setErrors(({ [name]: _, ...others }) => others);
  }
  function field<N extends FieldName<BookingForm>>(name: N): Field<FieldValue<BookingForm, N>> {
    return {
      name,
      value: valueAt(form, name),
      error: errors[name]?.join(', '),
      readOnly: false,
      change: (value) => change(name, value),
    };
  }
  function reset(next: Partial<BookingForm>): void {
    dropDraft(path);
    setErrors({});
    const anew = { ...blankForm(form.course), ...next };
    setStart(anew);
    setForm(anew);
  }
  return { form, errors, setErrors, set, field, reset };
}

type SetForm = (next: (before: BookingForm) => BookingForm) => void;

function useDefaultCourse(form: BookingForm, setForm: SetForm): void {
  const { name } = useSession();
  const settings = useQuery({
    queryKey: ['desk', name],
    queryFn: () => send(desk.settings, {}, { background: true }),
  });
  const preselected = settings.data?.default_course_id ?? null;
  useEffect(() => {
    if (form.course === null && preselected !== null)
      setForm((before) => ({ ...before, course: preselected }));
  }, [form.course, preselected, setForm]);
}

// The card that a waiting customer left comes masked: the server charges its token for exactly this mask.
function useWaitingCard(queueId: number | null, setForm: SetForm): void {
  const card = useQuery({
    queryKey: ['waiting card', queueId],
    queryFn: () => send(availability.fetchCard, { params: { queueId: queueId ?? 0 } }),
    enabled: queueId !== null,
    staleTime: Infinity,
  });
  const { id, number = '', cvv = '', expmo = '', expyr = '' } = card.data ?? {};
  useEffect(() => {
    if (id) setForm((before) => ({ ...before, credit_card: { number, cvv, expmo, expyr } }));
  }, [id, number, cvv, expmo, expyr, setForm]);
}

import { useRef } from 'react';
import { askToConfirm, type ConfirmQuestion } from '../../../web/leaving/ask.ts';
import { focusAfterRender } from '../../../web/records/form/focusing.ts';
import { haveSameJson } from '../../../web/records/form/useRecordForm.ts';
import type { BookingForm } from '../form/form.rules.ts';
import { joinQuestions, type RoundQuestion } from '../../tee-times/changing/round-questions.rules.ts';

type Confirmed = { form: BookingForm; texts: string[] };
/** `last` is the question of the specification, which stays a dialog of its own. */
type Asking = { form: BookingForm; lines: RoundQuestion[]; last: ConfirmQuestion | null };

const textOf = ({ question, detail = '' }: ConfirmQuestion): string => `${question} ${detail}`;

/**
 * Asks the questions before a booking. Confirmed questions are not asked again for the same form while the outcome of
 * its booking is unknown.
 */
export function useBookingQuestions() {
  const confirmed = useRef<Confirmed | null>(null);
  const confirm = async ({ form, lines, last }: Asking): Promise<boolean> => {
    const before = confirmed.current;
    const texts = before && haveSameJson(before.form, form) ? before.texts : [];
    const open = lines.filter((line) => !texts.includes(textOf(line)));
    const question = joinQuestions('Book', open);
    if (question && !(await askToConfirm(question))) {
      const field = open.find((line) => line.field)?.field;
      if (field) focusAfterRender(`field-${field}`);
      return false;
    }
    if (last && !texts.includes(textOf(last)) && !(await askToConfirm(last))) return false;
    confirmed.current = { form, texts: [...texts, ...[...lines, ...(last ? [last] : [])].map(textOf)] };
    return true;
  };
  /**
   * Forgets the confirmed questions, because the booking's outcome is certain and the next press of Book is another
   * booking.
   */
  const forget = (): void => {
    confirmed.current = null;
  };
  return { confirm, forget };
}

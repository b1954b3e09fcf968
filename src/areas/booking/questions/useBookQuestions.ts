import { useRef } from 'react';
import { ask, type Question } from '../../../web/leaving/ask.ts';
import { focusSoon } from '../../../web/records/form/focusing.ts';
import { equalOnWire } from '../../../web/records/form/useForm.ts';
import type { BookingForm } from '../form/form.rules.ts';
import { joinQuestions, type RoundQuestion } from '../../tee-times/changing/round-questions.rules.ts';

type Confirmed = { form: BookingForm; texts: string[] };
/** `last` is the question of the specification, which stays a dialog of its own. */
type Asking = { form: BookingForm; lines: RoundQuestion[]; last: Question | null };

const textOf = ({ question, detail = '' }: Question): string => `${question} ${detail}`;

/**
 * Asks the questions before a booking. Confirmed questions are not asked again for the same form while the outcome of
 * its booking is unknown.
 */
export function useBookQuestions() {
  const confirmed = useRef<Confirmed | null>(null);
  const confirm = async ({ form, lines, last }: Asking): Promise<boolean> => {
    const before = confirmed.current;
    const texts = before && equalOnWire(before.form, form) ? before.texts : [];
    const open = lines.filter((line) => !texts.includes(textOf(line)));
    const question = joinQuestions('Book', open);
    if (question && !(await ask(question))) {
      const field = open.find((line) => line.field)?.field;
      if (field) focusSoon(`field-${field}`);
      return false;
    }
    if (last && !texts.includes(textOf(last)) && !(await ask(last))) return false;
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

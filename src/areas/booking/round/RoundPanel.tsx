import { useEffect } from 'react';
import { formatMoney } from '../../../contract/money.ts';
import { DateInput } from '../../../web/inputs/typed/DateInput.tsx';
import { MoneyInput } from '../../../web/inputs/typed/MoneyInput.tsx';
import { NumberInput } from '../../../web/inputs/typed/NumberInput.tsx';
import { TextArea } from '../../../web/inputs/TextArea.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { TimeInput } from '../../../web/inputs/typed/TimeInput.tsx';
import { CourseThumb } from '../../images/main/CourseThumb.tsx';
import { CourseSelect } from '../../course-choice/CourseSelect.tsx';
import type { BookingFields } from '../form/useBookingForm.ts';
import { BookingOriginLine } from '../opened/BookingOriginLine.tsx';
import { BookingPanel } from '../BookingPanel.tsx';
import type { ChargeSuggestion } from './useChargeSuggestion.ts';

type Props = { fields: BookingFields; suggestion: ChargeSuggestion };

const numberIn = (typed: unknown): number => (typeof typed === 'number' ? typed : 0);

/** Asks for course, date, time and players, in the order in which a caller gives them. */
export function RoundPanel({ fields, suggestion }: Props) {
  const { field } = fields;
  return (
    <BookingPanel title="Tee time">
      <div className="grid6">
        <BookingOriginLine fields={fields} />
        <div className="w6 round-course">
          <CourseThumb courseId={numberIn(field('course').value)} />
          <CourseSelect label="Course" which="internal" {...field('course')} />
        </div>
        <div className="w6 round-when">
          <DateInput label="Play Date" {...field('play_date')} />
          <TimeInput label="Play Time (24-Hour)" {...field('play_time')} />
          <NumberInput label="Players" {...field('players')} />
        </div>
        <Charge fields={fields} suggestion={suggestion} />
        <div className="w3">
          <TextInput label="Confirmation Number" placeholder="INTERNAL" {...field('confirmation')} />
        </div>
        <div className="w3">
          <TextArea label="Internal Notes" rows={2} {...field('internal_notes')} />
        </div>
        <div className="w3">
          <TextArea label="Notes (visible to customer)" rows={2} {...field('notes')} />
        </div>
      </div>
    </BookingPanel>
  );
}

/** Shows the charge field with the suggested charge, which one click, or Enter in the empty field, takes. */
function Charge({ fields: { field, form }, suggestion }: Props) {
  const { suggested, isTaken, mayTake, setEntered, take } = suggestion;
  const isEmpty = form.charge === '';
  const isOffered = suggested !== null && !isTaken;
  useEffect(() => {
    // A button that disappears while pressed fires no blur event.
    if (!isOffered) setEntered(false);
  }, [isOffered, setEntered]);
  const takeByKey = (event: React.KeyboardEvent): void => {
    const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    if (!isPlain || !isEmpty || !mayTake || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    take();
  };
  return (
    <div
      className="w3"
      onKeyDownCapture={takeByKey}
      onFocus={() => setEntered(true)}
      onBlur={() => setEntered(false)}
    >
      <MoneyInput label="Charge Amount" placeholder="$0.00" {...field('charge')} />
      {isOffered && (
        <p className="offer" data-tone={isEmpty ? undefined : 'waiting'}>
          {!isEmpty && <span>Not the suggested charge.</span>}
          <button type="button" className="fill" onClick={take}>
            Use the suggested {formatMoney(suggested)}
          </button>
          {isEmpty && <kbd aria-hidden>Enter</kbd>}
        </p>
      )}
    </div>
  );
}

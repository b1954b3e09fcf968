import { formatMoney, moneyText } from '../../../contract/money.ts';
import { DateInput } from '../../../web/inputs/DateInput.tsx';
import { MoneyInput } from '../../../web/inputs/MoneyInput.tsx';
import { NumberInput } from '../../../web/inputs/NumberInput.tsx';
import { TextArea } from '../../../web/inputs/TextArea.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { TimeInput } from '../../../web/inputs/TimeInput.tsx';
import { CourseSelect } from '../../courses/CourseSelect.tsx';
import { Panel } from '../Panel.tsx';
import type { BookingFields } from '../useBookingForm.ts';

type Props = { fields: BookingFields; suggested: number | null };

/** Course, date, time and players, in the order in which a caller says them. */
export function RoundPanel({ fields, suggested }: Props) {
  const { field, form } = fields;
  const isSuggested = suggested !== null && form.charge === moneyText(suggested);
  return (
    <Panel title="The round">
      <div className="grid6">
        <div className="w6">
          <CourseSelect label="Course" which="internal" {...field('course')} />
        </div>
        <div className="w6 round-when">
          <DateInput label="Play Date" {...field('play_date')} />
          <TimeInput label="Play Time (24-Hour)" {...field('play_time')} />
          <NumberInput label="Players" {...field('players')} />
        </div>
        <div className="w3">
          <MoneyInput label="Charge Amount" placeholder="$0.00" {...field('charge')} />
          {suggested !== null && !isSuggested && (
            <button
              type="button"
              className="fill"
              onClick={() => field('charge').change(moneyText(suggested))}
            >
              Use the suggested {formatMoney(suggested)}
            </button>
          )}
        </div>
        <div className="w3">
          <TextInput
            label="Confirmation Number"
            placeholder="INTERNAL"
            maxLength={60}
            {...field('confirmation')}
          />
        </div>
        <div className="w3">
          <TextArea label="Internal Notes" rows={2} {...field('internal_notes')} />
        </div>
        <div className="w3">
          <TextArea label="Notes (visible to customer)" rows={2} {...field('notes')} />
        </div>
      </div>
    </Panel>
  );
}

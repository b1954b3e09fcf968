import { formatMonthDay } from '../../../contract/dates.ts';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import type { CustomerMatch } from '../../customers/customers.contract.ts';
import type { BookingFields } from '../form/useBookingForm.ts';
import { focusFirstEmptyField } from '../form/useFocusNext.ts';
import { BookingPanel } from '../BookingPanel.tsx';
import { useReturningCustomer } from './useReturningCustomer.ts';

type Props = {
  fields: BookingFields;
  /** Searches for a customer whose name, phone number or confirmation was typed into the e-mail field. */
  askCaller: (text: string) => void;
};

export function CustomerPanel({ fields, askCaller }: Props) {
  const { field, form, set } = fields;
  const returning = useReturningCustomer(fields);
  const enter = (event: React.KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    if (event.target.name !== 'customer.email') return focusFirstEmptyField(form);
    const typed = form.customer.email.trim();
    if (typed === '' || typed.includes('@')) return returning.enter();
    // Text without an @ is a phone number, a name or a confirmation, by which the customer's e-mail can be found.
    event.preventDefault();
    set({ customer: { ...form.customer, email: '' } });
    askCaller(typed);
  };
  return (
    <BookingPanel title="Customer">
      <div className="grid6" onKeyDownCapture={enter}>
        <div className="w6">
          <TextInput label="Email address" type="email" {...field('customer.email')} />
          <Returning {...returning} />
        </div>
        <div className="w3">
          <TextInput label="First name" {...field('customer.first_name')} />
        </div>
        <div className="w3">
          <TextInput label="Last name" {...field('customer.last_name')} />
        </div>
        <div className="w3">
          <TextInput label="Postal code" {...field('customer.postcode')} />
        </div>
        <div className="w6">
          <TextInput label="Company / Organization / Folio / Account #" {...field('folio')} />
        </div>
        <div className="w6">
          <TextInput label="Additional email addresses (comma separated)" {...field('alt_emails')} />
        </div>
      </div>
    </BookingPanel>
  );
}

function Returning({ known, isFilled, isByEnter, use }: ReturnType<typeof useReturningCustomer>) {
  if (!known) return null;
  return (
    <p className="offer" aria-live="polite">
      <span>{historyOf(known)}</span>
      {!isFilled && (
        <span className="offer-take">
          <button type="button" className="fill" onClick={use}>
            Use {known.first_name} {known.last_name}
          </button>
          {isByEnter && <kbd aria-hidden>Enter</kbd>}
        </span>
      )}
    </p>
  );
}

function historyOf({ tee_times, last_play_date }: CustomerMatch): string {
  const bookings = tee_times === 1 ? '1 booking' : `${tee_times} bookings`;
  return last_play_date ? `${bookings}, last ${formatMonthDay(last_play_date)}` : bookings;
}

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { formatMonthDay } from '../../../contract/dates.ts';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { send } from '../../../web/send.ts';
import { customers, type CustomerMatch } from '../../customers/customers.contract.ts';
import { Panel } from '../Panel.tsx';
import type { BookingFields } from '../useBookingForm.ts';

export function CustomerPanel({ fields }: { fields: BookingFields }) {
  const { field } = fields;
  return (
    <Panel title="The customer">
      <div className="grid6">
        <div className="w6">
          <TextInput label="Email address" type="email" maxLength={200} {...field('customer.email')} />
          <Returning fields={fields} />
        </div>
        <div className="w3">
          <TextInput label="First name" maxLength={100} {...field('customer.first_name')} />
        </div>
        <div className="w3">
          <TextInput label="Last name" maxLength={100} {...field('customer.last_name')} />
        </div>
        <div className="w3">
          <TextInput label="Postal code" maxLength={12} {...field('customer.postcode')} />
        </div>
        <div className="w6">
          <TextInput label="Company / Organization / Folio / Account #" maxLength={200} {...field('folio')} />
        </div>
        <div className="w6">
          <TextInput
            label="Additional email addresses (comma separated)"
            maxLength={1000}
            {...field('alt_emails')}
          />
        </div>
      </div>
    </Panel>
  );
}

// A caller who booked before is offered as soon as the e-mail is theirs.
function Returning({ fields }: { fields: BookingFields }) {
  const [email] = useDebouncedValue(fields.form.customer.email.trim(), 250);
  const match = useQuery({
    queryKey: ['customer match', email],
    queryFn: () => send(customers.match, { query: { email } }),
    enabled: /^\S+@\S+\.\S+$/.test(email),
  });
  const known = match.data?.[0];
  if (!known) return null;
  const { first_name, last_name, postcode } = fields.form.customer;
  const isFilled =
    first_name === known.first_name && last_name === known.last_name && (postcode !== '' || !known.postcode);
  const fill = (): void =>
    fields.set({
      customer: {
        ...fields.form.customer,
        first_name: known.first_name,
        last_name: known.last_name,
        postcode: known.postcode ?? postcode,
      },
    });
  return (
    <p className="returning" aria-live="polite">
      <span>{historyOf(known)}</span>
      {!isFilled && (
        <button type="button" className="fill" onClick={fill}>
          Use {known.first_name} {known.last_name}
        </button>
      )}
    </p>
  );
}

function historyOf({ tee_times, last_play_date }: CustomerMatch): string {
  const bookings = tee_times === 1 ? '1 booking' : `${tee_times} bookings`;
  return last_play_date ? `${bookings}, last ${formatMonthDay(last_play_date)}` : bookings;
}

import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../web/Dialog.tsx';
import { ErrorBox } from '../../web/ErrorBox.tsx';
import '../../web/inputs/inputs.ts';
import { send } from '../../web/send.ts';
import { customers, type CustomerRow } from '../customers/customers.contract.ts';
import { teeTimes, type TeeTime } from './tee-times.contract.ts';

type Props = { teeTime: TeeTime; close: () => void };

/** Picks another customer of type Customer, found by last name or e-mail; the choice is saved at once. */
export function ChangeCustomerDialog({ teeTime, close }: Props) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 250);
  const [error, setError] = useState<Error | null>(null);
  const name = asked.includes('@') ? 'email' : 'last_name';
  const found = useQuery({
    queryKey: ['customers to pick', name, asked],
    queryFn: () =>
      send(customers.index, { query: { per_page: 10, filters: { type: 'Customer', [name]: asked } } }),
    enabled: asked.length > 1,
    placeholderData: (before) => before,
  });
  async function choose(customer: CustomerRow): Promise<void> {
    if (customer.id <= 0) return;
    try {
      const body = { id: teeTime.id, customer_id: customer.id, updated_at: teeTime.updated_at };
      await send(teeTimes.updateCustomer, { body });
      close();
    } catch (refused) {
      setError(refused instanceof Error ? refused : new Error(String(refused)));
    }
  }
  return (
    <Dialog title="Change customer" close={close} size={560}>
      <TextInput
        label="Last name or email"
        data-autofocus
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {(error ?? found.error) && <ErrorBox error={error ?? found.error ?? new Error('')} />}
      <ul className="picker" aria-label="Customers">
        {(found.data ?? []).map((customer) => (
          <li key={customer.id}>
            <span>
              {customer.first_name} {customer.last_name}
              <span className="quiet"> {customer.email}</span>
            </span>
            <button
              type="button"
              className="btn push"
              aria-label={`Select ${customer.first_name} ${customer.last_name}`}
              onClick={() => void choose(customer)}
            >
              Select
            </button>
          </li>
        ))}
      </ul>
      {asked.length > 1 && found.data?.length === 0 && <p className="quiet">No customers found</p>}
    </Dialog>
  );
}

import { useRef, useState } from 'react';
import { Button } from '../../web/components/Button.tsx';
import { Dialog } from '../../web/components/Dialog.tsx';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { useDialogClose } from '../../web/leaving/useDialogClose.ts';
import { useAttempt } from '../../web/sending/useAttempt.ts';
import { CustomerList } from './CustomerList.tsx';
import type { CustomerType } from './customers.contract.ts';
import { NewCustomer, type NewCustomerValues } from './NewCustomer.tsx';

type Props = {
  title: string;
  type: CustomerType;
  /** Saves the chosen customer; the dialog closes when that succeeds, and shows the error otherwise. */
  choose: (id: number) => Promise<unknown>;
  close: () => void;
};

/** Asks for a customer of one type, who is chosen from the list or created in the dialog; the choice is saved at once. */
export function CustomerDialog({ title, type, choose, close }: Props) {
  const attempts = useAttempt();
  const { error, busy, attempt, forgetError } = attempts;
  const mayClose = useDialogClose(close, busy);
  const list = useRef<HTMLDivElement>(null);
  const [begun, setBegun] = useState<NewCustomerValues | null>(null);
  const begin = (form: NewCustomerValues | null): void => {
    forgetError();
    setBegun(form);
  };
  const chosen = async (id: number): Promise<void> => {
    // Spec 2 §4: a choice with id 0 or lower is ignored.
    if (id <= 0) return;
    await choose(id);
    close();
  };
  const noun = type === 'Customer' ? 'customer' : 'recipient';
  return (
    <Dialog title={title} close={mayClose} size={begun ? 560 : 860}>
      {begun ? (
        <NewCustomer
          type={type}
          begun={begun}
          noun={noun}
          chosen={chosen}
          attempts={attempts}
          back={() => begin(null)}
        />
      ) : (
        <>
          {error && <ErrorBox error={error} />}
          <div className="row">
            <Button className="push" onClick={() => begin(lookedFor(list.current))}>
              New {noun}
            </Button>
          </div>
          <div ref={list}>
            <div ref={startAtLastName}>
              <CustomerList
                compact
                fixedFilters={{ type }}
                onSelect={(id) => void attempt(() => chosen(id))}
              />
            </div>
          </div>
        </>
      )}
    </Dialog>
  );
}

const filterOf = (list: HTMLElement | null, label: string) =>
  list?.querySelector<HTMLInputElement>(`input[aria-label="Filter by ${label}"]`);

// Focuses the last name whenever the list is shown, because people are usually searched by last name.
function startAtLastName(list: HTMLDivElement | null): void {
  const box = filterOf(list, 'Last Name');
  box?.setAttribute('data-autofocus', '');
  box?.focus();
}

/** Returns the search text as the values of a new customer, because a customer who was not found is usually created next. */
const lookedFor = (list: HTMLElement | null): NewCustomerValues => ({
  first_name: filterOf(list, 'First Name')?.value ?? '',
  last_name: filterOf(list, 'Last Name')?.value ?? '',
  email: filterOf(list, 'Email')?.value ?? '',
  primary_phone: filterOf(list, 'Phone')?.value ?? '',
});

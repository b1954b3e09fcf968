import { Dialog } from '../../web/components/Dialog.tsx';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { useAttempt } from '../../web/sending/useAttempt.ts';
import { CustomerList } from './CustomerList.tsx';
import type { CustomerType } from './customers.contract.ts';

type Props = {
  title: string;
  type: CustomerType;
  /** Saves the choice; the dialog closes when it is saved, and says why where it is not. */
  choose: (id: number) => Promise<unknown>;
  close: () => void;
};

/** A customer of one type, chosen from the list; the choice is saved at once. */
export function CustomerDialog({ title, type, choose, close }: Props) {
  const { error, attempt } = useAttempt();
  const select = (id: number) =>
    attempt(async () => {
      // Spec 2 §4: a choice with id 0 or lower is ignored.
      if (id <= 0) return;
      await choose(id);
      close();
    });
  return (
    <Dialog title={title} close={close} size={860}>
      {error && <ErrorBox error={error} />}
      <div ref={startAtLastName}>
        <CustomerList compact fixedFilters={{ type }} onSelect={(id) => void select(id)} />
      </div>
    </Dialog>
  );
}

// People are looked for by their last name: the dialog's first stop.
const startAtLastName = (list: HTMLDivElement | null): void =>
  list?.querySelector('input[aria-label="Filter by Last Name"]')?.setAttribute('data-autofocus', '');

import { sendCall } from '../../../web/sending/send.ts';
import { CustomerDialog } from '../../customers/CustomerDialog.tsx';
import { teeTimes, type TeeTime } from '../tee-times.contract.ts';

type Props = {
  teeTime: TeeTime;
  /** Runs after the customer is changed. */ changed: () => Promise<void>;
  close: () => void;
};

/** Asks for another customer of a tee time, of type Customer, and saves the choice. */
export const ChangeCustomerDialog = ({ teeTime: { id, updated_at }, changed, close }: Props) => (
  <CustomerDialog
    title="Change customer"
    type="Customer"
    choose={async (customer_id) => {
      await sendCall(teeTimes.updateCustomer, { body: { id, customer_id, updated_at } });
      await changed();
    }}
    close={close}
  />
);

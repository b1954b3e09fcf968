import { send } from '../../../web/sending/send.ts';
import { CustomerDialog } from '../../customers/CustomerDialog.tsx';
import { teeTimes, type TeeTime } from '../tee-times.contract.ts';

type Props = {
  teeTime: TeeTime;
  /** Runs after the change. */ changed: () => Promise<void>;
  close: () => void;
};

/** Gives a tee time another customer of type Customer. */
export const ChangeCustomerDialog = ({ teeTime: { id, updated_at }, changed, close }: Props) => (
  <CustomerDialog
    title="Change customer"
    type="Customer"
    choose={async (customer_id) => {
      await send(teeTimes.updateCustomer, { body: { id, customer_id, updated_at } });
      await changed();
    }}
    close={close}
  />
);

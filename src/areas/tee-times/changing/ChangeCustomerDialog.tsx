import { send } from '../../../web/send.ts';
import { CustomerDialog } from '../../customers/CustomerDialog.tsx';
import { teeTimes, type TeeTime } from '../tee-times.contract.ts';

type Props = { teeTime: TeeTime; close: () => void };

/** Gives a tee time another customer of type Customer. */
export const ChangeCustomerDialog = ({ teeTime: { id, updated_at }, close }: Props) => (
  <CustomerDialog
    title="Change customer"
    type="Customer"
    choose={(customer_id) => send(teeTimes.updateCustomer, { body: { id, customer_id, updated_at } })}
    close={close}
  />
);

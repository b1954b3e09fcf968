import type { QueueEntry } from '../wait-list.contract.ts';

type Props = {
  entry: QueueEntry;
  /** Called when a person dials the phone number. */
  call?: (entry: QueueEntry) => void;
};

/** Shows a waiting customer's phone number as a link that dials, if the computer can dial; without a number, shows the e-mail. */
export function WaitingCustomerPhone({ entry, call }: Props) {
  const { primary_phone: phone, email } = entry.customer;
  if (phone)
    return (
      <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} onClick={() => call?.(entry)}>
        {phone}
      </a>
    );
  return email ? <a href={`mailto:${email}`}>{email}</a> : <>no phone</>;
}

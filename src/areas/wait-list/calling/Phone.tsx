import type { QueueEntry } from '../wait-list.contract.ts';

type Props = {
  entry: QueueEntry;
  /** Called when the number is dialed. */
  call?: (entry: QueueEntry) => void;
};

/** Shows a waiting customer's phone, which a press dials if the computer can; without a phone their e-mail. */
export function Phone({ entry, call }: Props) {
  const { primary_phone: phone, email } = entry.customer;
  if (phone)
    return (
      <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} onClick={() => call?.(entry)}>
        {phone}
      </a>
    );
  return email ? <a href={`mailto:${email}`}>{email}</a> : <>no phone</>;
}

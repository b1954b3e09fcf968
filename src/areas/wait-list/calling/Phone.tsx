import type { QueueEntry } from '../wait-list.contract.ts';

type Props = {
  entry: QueueEntry;
  /** Told when it is dialled. */
  call?: (entry: QueueEntry) => void;
};

/** A waiting customer's phone, to be dialled by a press where the computer can; without one their e-mail. */
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

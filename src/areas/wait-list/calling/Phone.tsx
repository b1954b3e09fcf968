import type { QueueEntry } from '../wait-list.contract.ts';

/** A waiting customer's phone, to be dialled by a press where the computer can; without one their e-mail. */
export function Phone({ entry: { customer } }: { entry: QueueEntry }) {
  const { primary_phone: phone, email } = customer;
  if (phone) return <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>;
  return email ? <a href={`mailto:${email}`}>{email}</a> : <>no phone</>;
}

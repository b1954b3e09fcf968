import { transactions } from './transactions.contract.ts';

const LISTS = { GiftCertificate: transactions.giftCertificate, GolfDiscount: transactions.discount };

/** The call that lists the records of a type; any other type is refused in the words of the specification. */
export function listCallOf(type: string) {
  const found = Object.entries(LISTS).find(([name]) => name === type);
  if (!found) throw new Error('Bad type');
  return found[1];
}

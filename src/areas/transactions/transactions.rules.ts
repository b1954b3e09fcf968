import { moves } from './moves/moves.contract.ts';
import { transactions } from './transactions.contract.ts';

const LISTS = {
  GiftCertificate: { records: transactions.giftCertificate, moves: moves.ofGiftCertificate },
  GolfDiscount: { records: transactions.discount, moves: moves.ofDiscount },
};

/** The calls that list the records of a type and what moved on it; any other type is refused in the words of the specification. */
export function listCallsOf(type: string) {
  const found = Object.entries(LISTS).find(([name]) => name === type);
  if (!found) throw new Error('Bad type');
  return found[1];
}

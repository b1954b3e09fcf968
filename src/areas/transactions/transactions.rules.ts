import { parseMoney } from '../../contract/money.ts';
import { moves } from './moves/moves.contract.ts';
import { transactions, type TransactionRecord } from './transactions.contract.ts';

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

/** What a tee time has earned by its entries, in cents: what was paid for it and is owed, less what went back and is owed no longer. */
export const earnedOf = (record: TransactionRecord | null): number =>
  (record?.transaction_items ?? [])
    .filter(({ transaction_itemable_type: type }) => type !== 'GiftCertificate')
    .reduce((sum, { total }) => sum + (parseMoney(total, { negative: true }) ?? 0), 0);

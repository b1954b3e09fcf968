import { parseMoney } from '../../contract/money.ts';
import { ledgerEntries } from './ledger-entries/ledger-entries.contract.ts';
import { transactions, type TransactionRecord } from './transactions.contract.ts';

const LISTS = {
  GiftCertificate: { records: transactions.giftCertificate, moves: ledgerEntries.ofGiftCertificate },
  GolfDiscount: { records: transactions.discount, moves: ledgerEntries.ofDiscount },
};

/**
 * Returns the calls that list the transaction records and the ledger entries of a record type. Another type throws
 * the specified 'Bad type'.
 */
export function transactionListCalls(type: string) {
  const found = Object.entries(LISTS).find(([name]) => name === type);
  if (!found) throw new Error('Bad type');
  return found[1];
}

/**
 * Returns the cents that a tee time has earned by its transaction record: the amounts paid and owed, less those given
 * back or no longer owed.
 */
export const earnedCents = (record: TransactionRecord | null): number =>
  (record?.transaction_items ?? [])
    .filter(({ transaction_itemable_type: type }) => type !== 'GiftCertificate')
    .reduce((sum, { total }) => sum + (parseMoney(total, { negative: true }) ?? 0), 0);

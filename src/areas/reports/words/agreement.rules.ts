import { formatMoney } from '../../../contract/money.ts';

/**
 * Amounts of several tee times in cents: from their own columns (`raw_paid`, `raw_on_account`) and from the ledger
 * (`raw_posted_…`).
 */
export type TeeTimeAmounts = {
  raw_paid: number;
  raw_on_account: number;
  raw_posted_card: number;
  raw_posted_on_account: number;
};

/** Adds up the amounts of a report and those of the ledger, so that the report's last line can tell if they agree. */
export class LedgerAgreement {
  #revenue = 0;
  #card = 0;
  #onAccount = 0;

  add({ raw_paid, raw_on_account, raw_posted_card, raw_posted_on_account }: TeeTimeAmounts): void {
    this.#revenue += raw_paid + raw_on_account;
    this.#card += raw_posted_card;
    this.#onAccount += raw_posted_on_account;
  }

  /** Returns the cents by which the report exceeds the ledger; below 0 if the ledger has more. */
  get offBy(): number {
    return this.#revenue - this.#card - this.#onAccount;
  }

  /** Returns the report's sum in words: `revenue $2,700.00 = card $1,780.00 + on account $920.00`. */
  get sum(): string {
    return `revenue ${formatMoney(this.#revenue)} = card ${formatMoney(this.#card)} + on account ${formatMoney(this.#onAccount)}`;
  }

  /** Returns the last line of a report, which says if it agrees with the ledger. */
  sentence(): string {
    return this.offBy === 0 ? `Agrees with the ledger: ${this.sum}.` : disagreementText(this.offBy);
  }
}

/** Returns the warning for a report whose figures differ from the ledger's. */
export const disagreementText = (cents: number): string =>
  `Does not agree with the ledger: off by ${formatMoney(Math.abs(cents))}.`;

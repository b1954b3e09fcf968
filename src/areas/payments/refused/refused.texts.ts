import { formatMoney } from '../../../contract/money.ts';

type Refused = { about: string; message: string };

/** Returns the reason of the gateway's rejection in plain words, with the amount if the amount is the reason. */
export function gatewayRejectionText({ about, message }: Refused, cents: number): string {
  if (about === 'account') return `${message} Admins have been notified.`;
  if (about === 'amount_too_small' || about === 'amount_too_large')
    return `The card's share is ${formatMoney(cents)}. ${message} Nothing was charged.`;
  return message;
}

/** Tells admins that no card is charged or refunded until they act; `code` is the gateway's error code. */
export const accountRefusedText = (code: string): string =>
  `The payment gateway refuses requests of the company's account (${code}). Please check the key and the account there: until then cards are neither charged nor refunded.`;

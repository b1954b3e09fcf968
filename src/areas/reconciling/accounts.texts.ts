import { formatMoney } from '../../contract/money.ts';

type Of = { id: string; kind: string; raw_amount: number; gateway: string; gateway_account: string | null };

/** Tells admins of a payment that the gateway's current account does not know. */
export const otherGatewayAccountText = ({ id, kind, raw_amount, gateway, gateway_account }: Of): string =>
  `What became of a ${kind} of ${formatMoney(raw_amount)} is unknown: it was sent to another account of the payment gateway (${gateway_account ?? gateway}). Please look for ${id} there, or start RIC with that account's key until it is settled.`;

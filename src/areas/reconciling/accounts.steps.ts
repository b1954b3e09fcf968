import type { AppContext } from '../../server/process/context.ts';
import { createNoticeOnce } from '../notices/notices.queries.ts';
import { firstAllocatedRecord } from '../payments/allocations/allocations.queries.ts';
import type { PaymentAttempt } from '../payments/attempts.queries.ts';
import { otherGatewayAccountText } from './accounts.texts.ts';

/**
 * Returns true if the current gateway account is the one that an attempt was sent to. Another gateway or account
 * would answer `absent` for a charge that was made. Returns null if the current account cannot be looked up.
 */
export async function isCurrentGatewayAccount(
  { integrations }: AppContext,
  { gateway, gateway_account }: PaymentAttempt,
): Promise<boolean | null> {
  if (gateway !== integrations.gateway.name) return false;
  if (gateway_account === null) return true;
  const account = await integrations.gateway.account();
  return account === null ? null : account === gateway_account;
}

/** Notifies admins, once per attempt, that the attempt's outcome cannot be found out with the current account's key. */
export async function notifyOtherGatewayAccount({ db }: AppContext, attempt: PaymentAttempt): Promise<void> {
  const record = await firstAllocatedRecord(db, attempt.id);
  await createNoticeOnce(db, { kind: 'gateway', message: otherGatewayAccountText(attempt), ...record });
}

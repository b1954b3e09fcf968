import type { AppContext } from '../../server/process/context.ts';
import { notifyOnce } from '../notices/notices.queries.ts';
import { firstRecordOf } from '../payments/allocations/allocations.queries.ts';
import type { Attempt } from '../payments/attempts.queries.ts';
import { otherAccountText } from './accounts.texts.ts';

/**
 * Returns true if the current gateway account is the one that an attempt was sent to. Another gateway or account
 * would answer `absent` for a charge that was made. Returns null if the current account cannot be looked up.
 */
export async function isOurAccount(
  { integrations }: AppContext,
  { gateway, gateway_account }: Attempt,
): Promise<boolean | null> {
  if (gateway !== integrations.gateway.name) return false;
  if (gateway_account === null) return true;
  const account = await integrations.gateway.account();
  return account === null ? null : account === gateway_account;
}

/** Notifies admins, once per attempt, that the attempt's outcome cannot be found out with the current account's key. */
export async function notifyOtherAccount({ db }: AppContext, attempt: Attempt): Promise<void> {
  const record = await firstRecordOf(db, attempt.id);
  await notifyOnce(db, { kind: 'gateway', message: otherAccountText(attempt), ...record });
}

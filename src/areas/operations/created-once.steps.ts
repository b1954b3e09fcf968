import { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import type { Handlers } from '../../server/http/serve.ts';
import type { Context } from '../../server/process/context.ts';
import { answerOf, claimOperation, fingerprintOf, settleOperation } from './operations.queries.ts';

const Kept = z.looseObject({});
type Create = (input: Context) => Promise<unknown>;

/**
 * The handlers of an area, its `create` so that a record is made once under its key: who lost the answer sends the key again, and
 * is answered with the record that was made, whatever is sent with the key by then. The key is claimed in the transaction that
 * makes the record, so that none is kept of one that was refused. What has transactions of its own is not meant here.
 */
export function createdOnce<T extends Record<string, Call>>(calls: T, handlers: Handlers<T>): Handlers<T> {
  const { create: called } = calls;
  if (!called || called.access === 'partner' || called.transaction === 'own') return handlers;
  // The handler of this name takes exactly this call's input; TypeScript loses that by name.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const { create: make } = handlers as unknown as { create: Create };
  const fingerprint = fingerprintOf(called.path);
  const create: Create = async (input) => {
    const { db, staff, idempotencyKey: key } = input;
    if (key === null) return make(input);
    const claim = await claimOperation(db, { kind: 'create', actor: staff, key, fingerprint });
    if (!claim.isNew) return answerOf(claim.operation, called.answer);
    const answer = await make(input);
    await settleOperation(db, claim.id, 200, Kept.parse(answer));
    return answer;
  };
  return { ...handlers, create };
}

import { z } from 'zod';
import type { HttpCall } from '../../contract/call.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import type { CallContext } from '../../server/process/context.ts';
import {
  operationAnswer,
  claimOperation,
  dropOperation,
  requestFingerprint,
  settleOperation,
} from './operations.queries.ts';

const Made = z.looseObject({ duplicate: z.boolean().optional() });
type Making = Pick<CallContext, 'db' | 'staff' | 'idempotencyKey'>;

/**
 * Creates a record once per idempotency key: a client that lost the answer sends the key again and gets the record
 * that was created, even if it sends other data. The key is claimed in the transaction that creates the record, so
 * that a rejected record leaves no key.
 */
export async function createOnce(
  called: HttpCall,
  making: Making,
  make: () => Promise<unknown>,
): Promise<unknown> {
  const { db, staff, idempotencyKey: key } = making;
  if (key === null) return make();
  const intent = { kind: 'create', actor: staff, key, fingerprint: requestFingerprint(called.path) } as const;
  const claim = await claimOperation(db, intent);
  if (!claim.isNew) return operationAnswer(claim.operation, called.answer);
  const made = Made.parse(await make());
  // Nothing was created, because such a record already exists: the idempotency key is released, and the answer, which
  // holds that record's data, is not stored.
  if (made.duplicate) await dropOperation(db, claim.id);
  else await settleOperation(db, claim.id, 200, made);
  return made;
}

type Create = (input: CallContext) => Promise<unknown>;

/**
 * Returns the handlers of an area, with a `create` that creates a record once per idempotency key. A handler with its
 * own transactions claims the key itself.
 */
export function withCreateOnce<T extends Record<string, HttpCall>>(
  calls: T,
  handlers: CallHandlers<T>,
): CallHandlers<T> {
  const { create: called } = calls;
  if (!called || called.access === 'partner' || called.transaction === 'own') return handlers;
  // The handler named `create` takes exactly this call's input; TypeScript cannot infer that from a name.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const { create: make } = handlers as unknown as { create: Create };
  const create: Create = (input) => createOnce(called, input, () => make(input));
  return { ...handlers, create };
}

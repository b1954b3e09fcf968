import { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import type { Handlers } from '../../server/http/serve.ts';
import type { Context } from '../../server/process/context.ts';
import {
  answerOf,
  claimOperation,
  dropOperation,
  fingerprintOf,
  settleOperation,
} from './operations.queries.ts';

const Made = z.looseObject({ duplicate: z.boolean().optional() });
type Making = Pick<Context, 'db' | 'staff' | 'idempotencyKey'>;

/**
 * Makes a record once under its key: who lost the answer sends the key again, and is answered with the record that was made, whatever
 * is sent with the key by then. The key is claimed in the transaction that makes the record, so that none is kept of one that
 * was refused.
 */
export async function makeOnce(called: Call, making: Making, make: () => Promise<unknown>): Promise<unknown> {
  const { db, staff, idempotencyKey: key } = making;
  if (key === null) return make();
  const intent = { kind: 'create', actor: staff, key, fingerprint: fingerprintOf(called.path) } as const;
  const claim = await claimOperation(db, intent);
  if (!claim.isNew) return answerOf(claim.operation, called.answer);
  const made = Made.parse(await make());
  // Nothing was made, there is such a record already: its key is free, and what it says of somebody is not kept.
  if (made.duplicate) await dropOperation(db, claim.id);
  else await settleOperation(db, claim.id, 200, made);
  return made;
}

type Create = (input: Context) => Promise<unknown>;

/** The handlers of an area, of which `create` makes a record once. What has transactions of its own does so itself. */
export function createdOnce<T extends Record<string, Call>>(calls: T, handlers: Handlers<T>): Handlers<T> {
  const { create: called } = calls;
  if (!called || called.access === 'partner' || called.transaction === 'own') return handlers;
  // The handler of this name takes exactly this call's input; TypeScript loses that by name.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const { create: make } = handlers as unknown as { create: Create };
  const create: Create = (input) => makeOnce(called, input, () => make(input));
  return { ...handlers, create };
}

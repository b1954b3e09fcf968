import { sql } from 'kysely';
import { z } from 'zod';
import { changesData, type HttpCall } from '../../contract/call.ts';
import { UncheckedForm } from '../../contract/forms/form.ts';
import type { CallContext, Db, Staff } from '../../server/process/context.ts';
import { NotFound } from '../../server/http/errors.ts';
import { formRecordId } from '../../server/records/forms.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import type { AuditAction } from './actions.rules.ts';
import { audit, auditCaller } from './audit.queries.ts';
import { changedFields } from './difference.rules.ts';

type Save<A> = {
  db: Db;
  staff: Staff;
  action: AuditAction;
  subject: string;
  /** The id of the record; null for a new one, whose id is in the answer. */
  id: number | null;
  /** Returns the record as staff see it, without secrets. Throws NotFound if it does not exist. */
  shown: (id: number) => Promise<object>;
  work: () => Promise<A>;
};

/** Saves a record and audits it with its values before and after, in the transaction of `db`. */
export async function auditedSave<A extends object>(save: Save<A>): Promise<A> {
  const { db, staff, action, subject, shown } = save;
  if (save.id !== null) await waitForOthers(db, `${subject} ${save.id}`);
  const before = save.id === null ? null : await shown(save.id).catch(orNull);
  const answer = await save.work();
  const { id = save.id ?? 0, duplicate } = Answer.parse(answer);
  // Nothing was saved, because an equal record exists already.
  if (duplicate) return answer;
  const after = await shown(id).catch(orNull);
  await audit(db, {
    ...auditCaller(staff),
    action,
    subject,
    subject_id: id,
    ...changedFields(before, after),
  });
  return answer;
}

// Waits for a concurrent save of the same record to commit, so that `before` contains what that save wrote.
const waitForOthers = (db: Db, record: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${record}, 0))`.execute(db);

const Answer = z.object({ id: z.number().optional(), duplicate: z.boolean().optional() });
const orNull = (error: unknown): null => {
  if (error instanceof NotFound) return null;
  throw error;
};

const Shown = z.looseObject({});
const ACTIONS: Record<string, AuditAction> = {
  create: 'created',
  remove: 'deleted',
  takeOffSecondFactor: 'took off the second factor',
};
type Input = CallContext & { params?: { id: number }; body?: Record<string, unknown> };
type Handle = (input: Input) => Promise<object>;

/**
 * Returns an area's handlers with auditing added, if its contract has `show`, `create` and `update`: each call that writes
 * leaves one audit entry. A call that commits its own transactions audits itself.
 */
export function withAuditing<T extends Record<string, HttpCall>>(
  calls: T,
  handlers: CallHandlers<T>,
): CallHandlers<T> {
  const { show, create, update } = calls;
  const [key] = create?.envelope ?? [];
  if (!show || !update || create?.transaction === 'own' || key === undefined) return handlers;
  const subject = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  // Each handler takes the input of the call with its name; TypeScript cannot follow that.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const plain = handlers as unknown as Record<string, Handle | undefined>;
  const saves = Object.keys(calls).filter((name) => calls[name] && changesData(calls[name]));
  const wrapped = saves.flatMap((name) => {
    const handle = plain[name];
    if (!handle) return [];
    const save: Handle = (input) =>
      auditedSave({
        db: input.db,
        staff: input.staff,
        action: ACTIONS[name] ?? 'edited',
        subject,
        // An id in the body of `create` does not belong to the new record.
        id: name === 'create' ? null : idOf(input, key),
        shown: async (id) =>
          Shown.parse(show.answer.parse(await plain['show']?.({ ...input, params: { id } }))),
        work: () => handle(input),
      });
    return [[name, save] as const];
  });
  return { ...handlers, ...Object.fromEntries(wrapped) };
}

// Returns the id of the saved record from the path, the body, or the record inside the body.
function idOf({ params, body }: Input, key: string): number | null {
  if (params) return params.id;
  const sent = body?.[key];
  const beside = Answer.safeParse(body).data?.id;
  return beside ?? (sent instanceof UncheckedForm ? formRecordId(sent) : null);
}

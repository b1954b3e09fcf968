import { useRef } from 'react';
import { loadDraft, deleteDraft, storeDraft, unansweredDraftKey } from '../../leaving/drafts.ts';
import type { SendOptions } from '../../sending/request.ts';
import { mayHaveTakenEffect } from '../../sending/send.ts';

/** Sends a new record to the server with the given idempotency key. */
export type CreateRecord<T, A = { id: number }> = (values: T, options: SendOptions) => Promise<A>;

/**
 * Makes a record once, however often the server's answer is lost: until there is a certain answer, each attempt has the
 * idempotency key of the first, also after a reload. Returns the saved values, which are those of the first attempt.
 */
export async function createRecordOnce<T extends object, A extends object>(
  path: string,
  values: T,
  create: CreateRecord<T, A>,
): Promise<A & { saved: T }> {
  const unheard = unansweredDraftKey(path);
  const first = { idempotencyKey: crypto.randomUUID(), sent: values };
  const { idempotencyKey, sent } = loadDraft(unheard, first) ?? first;
  storeDraft(unheard, { idempotencyKey, sent });
  try {
    return { ...(await create(values, { idempotencyKey })), saved: sent };
  } catch (error) {
    if (!mayHaveTakenEffect(error)) deleteDraft(unheard);
    throw error;
  }
}

/**
 * Returns a function that makes a record once, for a form without a draft, such as one in a dialog: unchanged values are
 * sent again with the idempotency key of the first attempt until there is a certain answer.
 */
export function useCreateOnce() {
  const keys = useRef(new Map<string, string>());
  return async <A>(sent: object, create: (options: SendOptions) => Promise<A>): Promise<A> => {
    const text = JSON.stringify(sent);
    const idempotencyKey = keys.current.get(text) ?? crypto.randomUUID();
    keys.current.set(text, idempotencyKey);
    try {
      const made = await create({ idempotencyKey });
      keys.current.delete(text);
      return made;
    } catch (error) {
      if (!mayHaveTakenEffect(error)) keys.current.delete(text);
      throw error;
    }
  };
}
export type CreateOnce = ReturnType<typeof useCreateOnce>;

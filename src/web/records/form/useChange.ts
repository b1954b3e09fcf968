import { useRef } from 'react';
import { Unanswered } from '../../sending/send.ts';
import { Stale } from '../../sending/send.ts';

type Saving<T> = {
  load: (id: number) => Promise<NoInfer<T>>;
  update?: ((id: number, values: T) => Promise<{ id: number }>) | undefined;
};

/**
 * The version of the loaded record, sent back with it, so that the typed values do not overwrite another person's
 * change unseen.
 */
export const versionSeen = (base: object): object =>
  'updated_at' in base ? { updated_at: base.updated_at } : {};

/**
 * Saves a change. If the answer to an earlier save was lost, the next one may get a conflict: if all of the lost change
 * is stored as the person's own, and nothing else was saved since, the next one is saved over it.
 */
export function useChange<T extends object>({ load, update }: Saving<T>) {
  const lost = useRef<T | null>(null);
  return async (id: number, values: T): Promise<{ id: number; saved: T } | undefined> => {
    const before = lost.current;
    const change = async (error: unknown) => {
      if (error instanceof Unanswered) lost.current = values;
      if (!(error instanceof Stale) || !before || !update) throw error;
      // Sent with the same stale version, it changes nothing. Checked before and after the load, so that the load
      // brings no other person's change.
      const isThere = () => update(id, before).catch(() => Promise.reject(error));
      await isThere();
      const seen = versionSeen(await load(id));
      await isThere();
      return update(id, { ...values, ...seen });
    };
    const answer = await update?.(id, values).catch(change);
    lost.current = null;
    return answer && { ...answer, saved: values };
  };
}

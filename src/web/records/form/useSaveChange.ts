import { useRef } from 'react';
import { UnansweredCall } from '../../sending/send.ts';
import { Stale } from '../../sending/send.ts';

type Saving<T> = {
  load: (id: number) => Promise<NoInfer<T>>;
  update?: ((id: number, values: T) => Promise<{ id: number }>) | undefined;
};

/**
 * Returns the version of a loaded record, which is sent back with a change, so that the typed values do not overwrite
 * another person's change unseen.
 */
export const loadedVersionOf = (base: object): object =>
  'updated_at' in base ? { updated_at: base.updated_at } : {};

/**
 * Returns a function that saves a change to a record. If the answer to an earlier save was lost, the next save may get a
 * conflict: if the whole lost change is stored as the person's own, and nothing else was saved since, the next save
 * overwrites it.
 */
export function useSaveChange<T extends object>({ load, update }: Saving<T>) {
  const lost = useRef<T | null>(null);
  return async (id: number, values: T): Promise<{ id: number; saved: T } | undefined> => {
    const before = lost.current;
    const change = async (error: unknown) => {
      if (error instanceof UnansweredCall) lost.current = values;
      if (!(error instanceof Stale) || !before || !update) throw error;
      // Sending the lost change again with its stale version changes nothing, but fails unless that change is stored. This
      // is checked before and after the load, so that the loaded record contains no other person's change.
      const isThere = () => update(id, before).catch(() => Promise.reject(error));
      await isThere();
      const seen = loadedVersionOf(await load(id));
      await isThere();
      return update(id, { ...values, ...seen });
    };
    const answer = await update?.(id, values).catch(change);
    lost.current = null;
    return answer && { ...answer, saved: values };
  };
}

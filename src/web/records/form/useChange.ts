import { useRef } from 'react';
import { isUnanswered } from '../../sending/not-known.ts';
import { Stale } from '../../sending/send.ts';

type Saving<T> = {
  load: (id: number) => Promise<NoInfer<T>>;
  update?: ((id: number, values: T) => Promise<{ id: number }>) | undefined;
};

/** Sent back with a record: what is typed must not hide that somebody else changed it meanwhile. */
export const seenIn = (base: object): object => ('updated_at' in base ? { updated_at: base.updated_at } : {});

/**
 * Sends a change. After one whose answer was lost the next may come back as a conflict: where all that the lost one said stands
 * there and is one's own, nothing else was saved since, and the next goes over it.
 */
export function useChange<T extends object>({ load, update }: Saving<T>) {
  const lost = useRef<T | null>(null);
  return async (id: number, values: T): Promise<{ id: number; saved: T } | undefined> => {
    const before = lost.current;
    const change = async (error: unknown) => {
      if (isUnanswered(error)) lost.current = values;
      if (!(error instanceof Stale) || !before || !update) throw error;
      // It is as stale, so it changes nothing. Asked before and after the load, which so brings nobody else's change.
      const isThere = () => update(id, before).catch(() => Promise.reject(error));
      await isThere();
      const seen = seenIn(await load(id));
      await isThere();
      return update(id, { ...values, ...seen });
    };
    const answer = await update?.(id, values).catch(change);
    lost.current = null;
    return answer && { ...answer, saved: values };
  };
}

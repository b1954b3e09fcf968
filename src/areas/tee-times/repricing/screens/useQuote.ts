import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect } from 'react';
import { isUnread, type Unread } from '../../../../contract/forms/unread.ts';
import type { TypedCard } from '../../../../contract/cards.ts';
import { send } from '../../../../web/sending/send.ts';
import { roundChanges } from '../round-changes.contract.ts';
import type { TeeTime } from '../../tee-times.contract.ts';

export type Terms = 'today' | 'frozen';
/** What is typed into the dialog; names are the wire's, so that a 422 finds its field. */
export type ChangeForm = {
  course: number | Unread | null;
  play_date: string | null;
  play_time: string;
  players: number | string | null;
  terms: Terms;
  difference: 'settle' | 'keep';
  credit_card: TypedCard;
};

export const formOf = ({ course, play_date, play_time, players }: TeeTime): ChangeForm => ({
  course: course.id,
  play_date,
  play_time,
  players,
  terms: 'today',
  difference: 'settle',
  credit_card: { number: '', expmo: '', expyr: '', cvv: '' },
});

/** The round that is asked for; null while a part of it is missing or can not be read. */
export function roundOf(id: number, { course, play_date, play_time, players, terms }: ChangeForm) {
  const isRead =
    /^\d{4}-\d{2}-\d{2}$/.test(play_date ?? '') &&
    /^\d{2}:\d{2}$/.test(play_time) &&
    typeof players === 'number';
  if (!isRead || players < 1 || course === null || isUnread(course)) return null;
  return { id, course: { id: course }, play_date: play_date ?? '', play_time, players, terms };
}

const TYPING_MS = 250;
/** How its answers are kept. */
export const QUOTE = 'quote change';

/** What the round would cost, asked anew with every change of it; the last answer stays until the next one is there. */
export function useQuote({ id, updated_at }: Pick<TeeTime, 'id' | 'updated_at'>, form: ChangeForm) {
  const round = roundOf(id, form);
  const key = JSON.stringify(round);
  const [settled] = useDebouncedValue(key, TYPING_MS);
  const quote = useQuery({
    queryKey: [QUOTE, id, settled],
    queryFn:
      round && settled === key
        ? ({ signal }) => send(roundChanges.quote, { body: round }, { signal })
        : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
    // What is wrong with a field is wrong a second later too.
    retry: false,
  });
  useSeenAnew(updated_at, quote.data?.updated_at);
  const isAsking = round !== null && (settled !== key || quote.isFetching);
  return {
    quote,
    round,
    isAsking,
    /** Of another round than what is typed. */ isBehind: isAsking || round === null,
  };
}

/** Somebody else changed or canceled it: the record beneath is not as it was opened any more, and is asked for anew. */
function useSeenAnew(seen: string | null, now: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (now === undefined || now === seen) return;
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== QUOTE });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for what was heard
  }, [now]);
}

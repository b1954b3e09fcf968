import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect } from 'react';
import { isUnrecognizedChoice, type UnrecognizedChoice } from '../../../../contract/forms/unread.ts';
import type { TypedCard } from '../../../../contract/cards.ts';
import { sendCall } from '../../../../web/sending/send.ts';
import { roundChanges } from '../round-changes.contract.ts';
import type { TeeTime } from '../../tee-times.contract.ts';

export type PriceTerms = 'today' | 'frozen';
/** The fields of the change dialog. They are named as on the wire, so that a 422 finds its field. */
export type ChangeForm = {
  course: number | UnrecognizedChoice | null;
  play_date: string | null;
  play_time: string;
  players: number | string | null;
  terms: PriceTerms;
  difference: 'settle' | 'keep';
  credit_card: TypedCard;
};

export const initialChangeForm = ({ course, play_date, play_time, players }: TeeTime): ChangeForm => ({
  course: course.id,
  play_date,
  play_time,
  players,
  terms: 'today',
  difference: 'settle',
  credit_card: { number: '', expmo: '', expyr: '', cvv: '' },
});

/** Returns the requested tee time, or null while a field is empty or cannot be read. */
export function requestedRound(id: number, { course, play_date, play_time, players, terms }: ChangeForm) {
  const isRead =
    /^\d{4}-\d{2}-\d{2}$/.test(play_date ?? '') &&
    /^\d{2}:\d{2}$/.test(play_time) &&
    typeof players === 'number';
  if (!isRead || players < 1 || course === null || isUnrecognizedChoice(course)) return null;
  return { id, course: { id: course }, play_date: play_date ?? '', play_time, players, terms };
}

/**
 * Returns errors for empty fields that a quote needs, and for an impossible party; a text that cannot be read has its own
 * error.
 */
export const missingFieldErrors = ({
  play_date,
  play_time,
  players,
}: ChangeForm): Record<string, string[]> => ({
  ...(!play_date && { play_date: ['is required'] }),
  ...(play_time === '' && { play_time: ['is required'] }),
  ...(players === null && { players: ['is required'] }),
  ...(typeof players === 'number' && players < 1 && { players: ['must be at least 1'] }),
});

const TYPING_MS = 250;
/** The key under which quotes are cached. */
export const QUOTE_QUERY_KEY = 'quote change';

/** Loads a quote after each change of the form; the previous quote stays until the next one arrives. */
export function useChangeQuote({ id, updated_at }: Pick<TeeTime, 'id' | 'updated_at'>, form: ChangeForm) {
  const round = requestedRound(id, form);
  const key = JSON.stringify(round);
  const [settled] = useDebouncedValue(key, TYPING_MS);
  const quote = useQuery({
    queryKey: [QUOTE_QUERY_KEY, id, settled],
    queryFn:
      round && settled === key
        ? ({ signal }) => sendCall(roundChanges.quote, { body: round }, { signal })
        : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
    // The server would reject a wrong field again, so the query is not repeated.
    retry: false,
  });
  useReloadWhenChanged(updated_at, quote.data?.updated_at);
  const isAsking = round !== null && (settled !== key || quote.isFetching);
  return {
    quote,
    round,
    isAsking,
    /** True while the quote is for another tee time than the typed one. */
    isBehind: isAsking || round === null,
  };
}

/** Reloads the tee time on the screen below when another person has changed or canceled it. */
function useReloadWhenChanged(seen: string | null, now: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (now === undefined || now === seen) return;
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== QUOTE_QUERY_KEY });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for what was heard
  }, [now]);
}

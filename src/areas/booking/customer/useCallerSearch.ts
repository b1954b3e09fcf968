import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { sendCall } from '../../../web/sending/send.ts';
import { search, type Caller } from '../../search/search.contract.ts';
import type { BookingFields } from '../form/useBookingForm.ts';
import { focusFirstEmptyField } from '../form/useFocusNext.ts';

const SHORTEST = 2;

/** A caller search that another field starts, or null. */
export type CallerSearch = { text: string } | null;

/**
 * Searches for the caller while text is typed. Enter takes the highlighted caller, arrows move the highlight, Escape
 * clears.
 */
export function useCallerSearch({ form, set }: BookingFields, search: CallerSearch) {
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  // Enter that is pressed before the results arrive still counts if they are exactly one caller.
  const [entered, setEntered] = useState<string | null>(null);
  const { callers, isWaiting, error } = useCallers(typed);
  const type = (text: string, isEntered = false): void => {
    setTyped(text);
    setAt(0);
    setEntered(isEntered ? text : null);
  };
  const take = ({ first_name, last_name, email, postcode }: Caller): void => {
    const customer = { first_name, last_name, email, postcode: postcode ?? '' };
    set({ customer, deal_query: email });
    type('');
    focusFirstEmptyField({ ...form, customer });
  };
  useEffect(() => {
    if (!search) return;
    type(search.text, true);
    box.current?.focus();
  }, [search]);
  const [only, another] = callers;
  const isMeant = entered === typed && !isWaiting && only !== undefined && !another;
  useEffect(() => {
    if (isMeant) take(only);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, as soon as the person is there
  }, [isMeant]);
  const isOpen = typed.trim().length >= SHORTEST;
  const enter = (): void => {
    const chosen = callers[at];
    if (chosen && !isWaiting) take(chosen);
    else setEntered(typed);
  };
  const move = (step: number): void => setAt((at + step + callers.length) % Math.max(1, callers.length));
  const pressed: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: () => type(''),
    Enter: enter,
  };
  const press = (event: KeyboardEvent): void => {
    const does = isOpen && !event.ctrlKey && !event.metaKey ? pressed[event.key] : undefined;
    if (!does) return;
    event.preventDefault();
    does();
  };
  const leave = (): void => setEntered(null);
  return {
    box,
    typed,
    at,
    callers,
    type,
    take,
    press,
    leave,
    said: isOpen ? status(callers, isWaiting, error) : '',
  };
}

function status(callers: Caller[], isWaiting: boolean, error: Error | null): string {
  if (isWaiting) return 'Searching...';
  if (error) return `${error.message} The form can be filled in all the same.`;
  return callers.length === 0 ? 'No customer found.' : 'Enter fills the form.';
}

function useCallers(typed: string) {
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, 150);
  const found = useQuery({
    queryKey: ['callers', settled],
    queryFn: ({ signal }) => sendCall(search.callers, { query: { q: settled } }, { signal }),
    enabled: settled.length >= SHORTEST,
    retry: false,
  });
  const isSettled = settled === text;
  const isAsked = isSettled && text.length >= SHORTEST;
  return {
    callers: isAsked ? (found.data ?? []) : [],
    isWaiting: !isSettled || found.isFetching,
    error: found.error,
  };
}

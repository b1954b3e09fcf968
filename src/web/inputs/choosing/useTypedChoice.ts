import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isUnrecognizedChoice, type UnrecognizedChoice } from '../../../contract/forms/unread.ts';
import { findMatchingOptions, findOnlyMatch, type SelectOption } from './matches.ts';
import { isCommitKey } from '../typed/useTypedText.ts';

type Value = string | number;
type Choosing<V> = {
  /** The options to choose from; empty while they load. */
  options: readonly SelectOption<V>[];
  value: V | UnrecognizedChoice | null | undefined;
  change: (value: V | UnrecognizedChoice | null) => void;
  /** True if the person may choose no option. */
  clearable: boolean | undefined;
  /** Receives the typed text, to search for options; `isSeeking` is true while the search runs. */
  seek: ((typed: string) => void) | undefined;
  isSeeking: boolean | undefined;
};
/**
 * How typed text becomes a choice when the input is left. `first`: a key leaves the input, and the highlighted option,
 * which the person sees, is chosen. `only`: the input is left in another way, and the text must match exactly one option.
 */
type Rule = 'first' | 'only';

/**
 * Holds the state of an input that chooses by typing: the unfinished text, the open list with its highlighted option, and
 * the key handling.
 */
export function useTypedChoice<V extends Value>(choosing: Choosing<V>) {
  const { options, value, change, seek } = choosing;
  const { typed, setTyped, settle } = useTyped(choosing);
  // The index of the highlighted option while the list is open; -1 for none.
  const [at, setAt] = useState<number | null>(null);
  const found = typed ? findMatchingOptions(options, typed) : options;
  const open = (): void => setAt(options.findIndex(([each]) => each === value));
  const leave = (rule: Rule): void => {
    setAt(null);
    settle(rule);
  };
  const take = ([chosen]: SelectOption<V>): void => {
    setAt(null);
    setTyped(null);
    if (chosen !== value) change(chosen);
  };
  const move = (step: 1 | -1): void => {
    if (at === null) return open();
    const from = at < 0 && step < 0 ? found.length : at;
    setAt((from + step + found.length) % Math.max(1, found.length));
  };
  const pressed: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: () => {
      setAt(null);
      setTyped(null);
    },
    Enter: () => enter(),
  };
  function enter(): void {
    const highlighted = at === null ? undefined : found[at];
    if (highlighted) take(highlighted);
    else leave('first');
  }
  return {
    typed,
    found,
    at,
    open,
    take,
    type: (now: string) => {
      setTyped(now);
      seek?.(now);
      setAt(now.trim() === '' ? -1 : 0);
    },
    leave: () => leave('only'),
    press: (event: KeyboardEvent): void => {
      const isIdle = at === null && typed === null;
      if (event.key === 'Tab') enter();
      else if (event.key.startsWith('Arrow') || !isIdle) {
        if (pressed[event.key]) event.preventDefault();
        pressed[event.key]?.(event);
      }
      if (event.key !== 'Enter' && isCommitKey(event)) leave('only');
    },
  };
}

function useTyped<V extends Value>({ options, value, change, clearable, isSeeking }: Choosing<V>) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWaiting = isSeeking || options.length === 0;
  // Set if the person left the input before the options had loaded: the choice is made when the options arrive.
  const waiting = useRef<Rule | null>(null);
  const choose = (text: string, rule: Rule): void => {
    if (text === '' && (clearable || !value)) return change(null);
    const meant = rule === 'first' ? findMatchingOptions(options, text)[0] : findOnlyMatch(options, text);
    waiting.current = isWaiting ? rule : null;
    change(text !== '' && meant ? meant[0] : { typed: text });
  };
  useEffect(() => {
    if (waiting.current === null || isWaiting) return;
    if (isUnrecognizedChoice(value)) choose(value.typed, waiting.current);
    waiting.current = null;
  });
  const settle = (rule: Rule): void => {
    if (typed === null) return;
    setTyped(null);
    choose(typed.trim(), rule);
  };
  return { typed, setTyped, settle };
}

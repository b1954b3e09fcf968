import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foldText } from '../../contract/names/fold.ts';
import { showShortcutList } from '../keys/show-key-list.ts';
import { useMenu, type Menu } from '../navigation/menu.ts';
import type { FindRecords } from './records.ts';
import { recentRecords } from './recent.ts';

/** A search result that can be chosen: a screen to open, or an action to run. */
export type SearchChoice = { kind: string; title: string; detail: string; status?: string | undefined } & (
  { path: string } | { act: () => void }
);
type Own = SearchChoice & { words?: string };

const SHORTEST = 2;

const ACTS: Own[] = [
  { kind: 'Act', title: 'Keys', detail: '', words: 'keyboard shortcuts help', act: showShortcutList },
  { kind: 'Act', title: 'Sign Out', detail: '', words: 'log logout off exit leave', path: '/logout' },
];

function ownChoices({ found, links }: Menu): Own[] {
  const screens = found.map(({ title, path, menu, words = '' }) => ({
    kind: 'Screen',
    title: menu?.label ?? title,
    detail: menu?.group ?? '',
    words,
    path,
  }));
  const made = links.map(({ label, path, words = '' }) => ({
    kind: label.startsWith('New') ? 'New' : 'Screen',
    title: label,
    detail: '',
    words,
    path,
  }));
  return [...screens, ...made, ...ACTS];
}

/**
 * Ranks how well a search result matches the typed words: 0 by its whole name, 1 by a part of its name, 2 by the beginnings
 * of other words, 3 not at all.
 */
function rankOf({ title, words = '' }: Own, typed: string[]): number {
  const name = foldText(title);
  if (name === typed.join(' ')) return 0;
  if (typed.every((word) => name.includes(word))) return 1;
  const others = [...name.split(' '), ...words.split(' ')];
  return typed.every((word) => others.some((other) => other.startsWith(word))) ? 2 : 3;
}

/**
 * Returns the search results for a typed text: the screen of that name, then tee times and records, then other screens and
 * actions; for an empty text, the recent records.
 */
export function useSearchChoices(typed: string, findRecords: FindRecords) {
  const menu = useMenu();
  const [recent] = useState(recentRecords);
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, 150);
  const records = useQuery({
    queryKey: ['palette', settled],
    queryFn: ({ signal }) => findRecords(settled, signal),
    enabled: settled.length >= SHORTEST,
    retry: false,
  });
  const words = foldText(text).split(' ');
  const ranked = ownChoices(menu)
    .map((choice) => ({ choice, rank: rankOf(choice, words) }))
    .toSorted((one, other) => one.rank - other.rank);
  const own = (ranks: number[]): SearchChoice[] =>
    ranked.filter(({ rank }) => ranks.includes(rank)).map(({ choice }) => choice);
  const found =
    settled.length >= SHORTEST && text.length >= SHORTEST
      ? (records.data ?? []).map(({ phone, ...record }): SearchChoice => ({
          ...record,
          detail: [record.detail, phone].filter(Boolean).join(' · '),
        }))
      : [];
  const before: SearchChoice[] = text === '' ? recent.map((record) => ({ ...record, detail: '' })) : [];
  return {
    choices: [...before, ...own([0]), ...found, ...own([1, 2])],
    /** True if the first result has exactly the typed name, so that no later result is placed before it. */
    isSure: own([0]).length > 0,
    waiting: records.isFetching || (text !== settled && text.length >= SHORTEST),
    failed: records.isError,
  };
}

import { useEffect, useRef, useState } from 'react';
import type { ShownList } from '../../../contract/exports/exports.ts';
import type { Column } from '../columns.ts';
import type { List } from '../useList.ts';

/** How the screen names what it exports. */
type Said = Pick<ShownList, 'title' | 'noun' | 'said'>;
type State = { bytes: number } | { saved: string } | { error: Error } | { stopped: true } | null;

export type Export = {
  isRunning: boolean;
  /** How far it is, or what became of it; empty before the first. */
  said: string;
  error: Error | null;
  start: () => void;
  stop: () => void;
};

/** A list's rows as a workbook: all that its filters find, in its order, in the columns that are shown. */
export function useExport<Row>(list: List<Row>, columns: readonly Column<Row>[], said: Said): Export {
  const [state, setState] = useState<State>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    const heard = (bytes: number): void => setState({ bytes });
    heard(0);
    try {
      const body = bodyOf(list, columns, said);
      // Few visits export anything.
      const { saveExport } = await import('./receive.ts');
      setState({ saved: await saveExport({ index: list.calls.index, body, signal, heard }) });
    } catch (error) {
      if (signal.aborted) setState({ stopped: true });
      else setState({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  return {
    isRunning: state !== null && 'bytes' in state,
    said: saidOf(state),
    error: state !== null && 'error' in state ? state.error : null,
    start: () => void start(),
    stop: () => running.current?.abort(),
  };
}

function saidOf(state: State): string {
  if (state === null || 'error' in state) return '';
  if ('stopped' in state) return 'Export stopped.';
  if ('saved' in state) return `Saved as ${state.saved}.`;
  return state.bytes === 0 ? 'Exporting …' : `Exporting … ${(state.bytes / 1e6).toFixed(1)} MB`;
}

function bodyOf<Row>(list: List<Row>, columns: readonly Column<Row>[], said: Said) {
  return {
    ...list.countQuery,
    sort_fields: list.sort.map(({ name }) => name),
    sort_desc: list.sort.map(({ desc }) => desc),
    ...said,
    title: list.isScreen ? said.title : [said.title, headingOfScreen()].filter(Boolean).join(', '),
    columns: columns.flatMap(({ name, label, kind = 'text', choices = [], sheet = label }) =>
      sheet === false
        ? []
        : [
            {
              name,
              label: sheet,
              kind,
              choices: choices.map(([wire, word]): [string, string] => [wire, word]),
            },
          ],
    ),
  };
}

/** What the screen is about that has the list as one of its parts: a course, a customer. */
const headingOfScreen = (): string => document.querySelector('main h1')?.textContent.trim() ?? '';

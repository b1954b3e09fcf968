import { useEffect, useRef, useState } from 'react';
import type { ShownList } from '../../../contract/exports/exports.ts';
import type { Column } from '../columns.ts';
import type { List } from '../useList.ts';

/** How the screen names what it exports. */
export type Said = Pick<ShownList, 'title' | 'noun' | 'said'>;
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
      // Few visits export anything.
      const { bodyOf, saveExport } = await import('./receive.ts');
      const body = bodyOf(list, columns, said);
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

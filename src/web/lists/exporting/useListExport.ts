import { useEffect, useRef, useState } from 'react';
import type { ListColumn } from '../columns.ts';
import type { ListData } from '../useList.ts';
import type { ExportLabels } from './receive.ts';

type State = { isRunning: boolean; said: string; error: Error | null };
const STILL: State = { isRunning: false, said: '', error: null };

/** The state of an export; `said` is its progress or outcome, empty before the first export. */
export type ListExportControl = State & { start: () => void; stop: () => void };

/** Exports a list as a workbook: all rows that match its filters, in its sort order, with the shown columns. */
export function useListExport<Row>(
  list: ListData<Row>,
  columns: readonly ListColumn<Row>[],
  labels: ExportLabels,
): ListExportControl {
  const [state, setState] = useState(STILL);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    const heard = (text: string): void => setState({ isRunning: true, said: text, error: null });
    heard('Exporting …');
    try {
      // The export code is loaded on demand, because few visits export anything.
      const { saveListExport: saveExport } = await import('./receive.ts');
      setState({ ...STILL, said: await saveExport({ list, columns, said: labels, signal, heard }) });
    } catch (error) {
      if (signal.aborted) setState({ ...STILL, said: 'Export stopped.' });
      else setState({ ...STILL, error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  return { ...state, start: () => void start(), stop: () => running.current?.abort() };
}

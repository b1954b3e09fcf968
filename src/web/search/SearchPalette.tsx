import { Suspense, useId, useRef, useState } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import type { FindRecords } from './records.ts';
import { lazyPart } from '../navigation/lazy-screen.ts';
import './palette.css';

const PaletteResults = lazyPart(() => import('./PaletteResults.tsx'), 'PaletteResults');
/** Fetches the code of the search palette's results before anybody searches. */
export const prefetchSearchPalette = (): void => void PaletteResults.preload?.();

/**
 * The search palette, one search over screens, New actions and records, used by keyboard. The palette's text box is in the
 * page's first script and accepts letters from the moment it opens; the code of the results may come later.
 */
export function SearchPalette({ close, findRecords }: { close: () => void; findRecords: FindRecords }) {
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);
  // True if Enter was pressed before the code of the results had loaded; the first result is then opened.
  const isEntered = useRef(false);
  const listId = useId();
  return (
    <Dialog title="Search" close={close} size={560} bare>
      <input
        ref={box}
        className="palette-box"
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-label="Search everything"
        placeholder="Search customers, tee times, certificates, screens"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          isEntered.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') isEntered.current = true;
        }}
      />
      <Suspense>
        <PaletteResults
          typed={typed}
          box={box}
          isEntered={isEntered}
          listId={listId}
          close={close}
          findRecords={findRecords}
        />
      </Suspense>
    </Dialog>
  );
}

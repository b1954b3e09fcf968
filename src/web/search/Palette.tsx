import { Suspense, useId, useRef, useState } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import type { FindRecords } from './records.ts';
import { fetchedPart } from '../navigation/lazy-screen.ts';
import './palette.css';

const PaletteResults = fetchedPart(() => import('./PaletteResults.tsx'), 'PaletteResults');
/** Fetches the palette's results component before anybody searches. */
export const fetchPalette = (): void => void PaletteResults.preload?.();

/**
 * One search over screens, New actions and records, all by keyboard. Its box is in the first script and takes the letters
 * from the moment in which it is asked for; what is found comes when it is there.
 */
export function Palette({ close, findRecords }: { close: () => void; findRecords: FindRecords }) {
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);
  // Enter that comes before what is found is meant all the same.
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

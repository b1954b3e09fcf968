import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useId, useRef, useState } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import type { FindRecords } from './Found.tsx';
import './palette.css';

const Found = lazyRouteComponent(() => import('./Found.tsx'), 'Found');
/** What the palette finds is fetched before anybody searches. */
export const fetchPalette = (): void => void Found.preload?.();

/**
 * One search over screens, New actions and records, all by keyboard. Its box is in the first script and takes the letters
 * from the moment in which it is asked for; what is found comes when it is there.
 */
export function Palette({ close, findRecords }: { close: () => void; findRecords: FindRecords }) {
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);
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
        onChange={(event) => setTyped(event.target.value)}
      />
      <Suspense>
        <Found {...{ typed, box, listId, close, findRecords }} />
      </Suspense>
    </Dialog>
  );
}

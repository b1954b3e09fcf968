import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useMenu } from '../navigation/menu.ts';
import { listScreenShortcuts } from './element-of-key.ts';
import './keys.css';

type Line = readonly [keys: string, says: string];

const EVERYWHERE: Line[] = [
  ['Ctrl K', 'Search: people, rounds, screens, “south sat 742 4”'],
  ['?', 'These keys'],
  ['/', 'Filter the list'],
  ['b', 'Book a tee time'],
  ['g h', 'Home'],
];
const LISTS: Line[] = [
  ['j  ↓', 'Next row'],
  ['k  ↑', 'Row before'],
  ['Enter', 'Open the row; in a filter, search'],
  ['Esc', 'Leave a filter as the list shows it'],
  ['Alt ↑', 'In Columns: a column further to the front; Alt ↓ back'],
];
const FORMS: Line[] = [
  ['Ctrl S', 'Save'],
  ['Esc', 'Leave editing'],
  ['Ctrl Enter', 'Book, from any field of the booking engine'],
  ['Enter', 'In a customer’s fields: on to what is still empty'],
  ['↓', 'Calendar of a day, choices of a list'],
];

type Props = { isOff: boolean; switchKeys: () => void; close: () => void };

/** Shows all keyboard shortcuts, those of the current screen first, and a switch that turns single-key shortcuts off. */
export function ShortcutsDialog({ isOff, switchKeys, close }: Props) {
  const { groups } = useMenu();
  const [here] = useState(() => listScreenShortcuts().map(({ key, says }): Line => [key, says]));
  // A shortcut of the current screen replaces the general shortcut with the same key.
  const everywhere = EVERYWHERE.filter(([key]) => here.every(([own]) => own !== key));
  const screens = groups
    .flatMap(({ entries }) => entries)
    .flatMap(({ label, letter }): Line[] => (letter ? [[`g ${letter}`, label]] : []));
  return (
    <Dialog title="Keys" close={close} size={720}>
      {/* The list of shortcuts scrolls on a phone, and also by the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="keys" role="group" aria-label="All keys" tabIndex={0}>
        <div>
          {here.length > 0 && <Keyed title="On this screen" lines={here} />}
          <Keyed title="Everywhere" lines={everywhere} />
          <Keyed title="Lists" lines={LISTS} />
          <Keyed title="Forms" lines={FORMS} />
        </div>
        <Keyed title="Go to a screen" lines={screens} />
      </div>
      <div className="row keys-switch">
        <span className="quiet">
          {isOff
            ? 'Keys without Ctrl are off on this machine. Ctrl K and “keys” comes back here.'
            : 'With speech input or a screen reader, you may want keys without Ctrl off.'}
        </span>
        <Button className="push" aria-pressed={isOff} onClick={switchKeys}>
          Off
        </Button>
      </div>
    </Dialog>
  );
}

const Keyed = ({ title, lines }: { title: string; lines: Line[] }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <dl>
      {lines.map(([keys, says]) => (
        <div key={`${keys} ${says}`}>
          <dt>
            {keys.split(/ +/).map((key, at) => (
              // One shortcut may contain the same key twice, as in `g g`.
              <kbd key={`${key} ${at}`}>{key}</kbd>
            ))}
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  </section>
);

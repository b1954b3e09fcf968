import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { Button } from '../../components/Button.tsx';
import type { ColumnStorage } from '../useShownColumns.ts';
import { useColumnChoice } from './useColumnChoice.ts';
import './views.css';

type Named = { name: string; label: string; always?: true };
type Props = {
  columns: Named[];
  /** The columns that the list shows, in order. */
  shown: Named[];
  said: ColumnStorage;
  /** The row spacing: comfortable, or empty for compact. */
  density: string;
  setDensity: (density: string) => void;
};

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * A menu to choose the shown columns and their order: by ticks, by the buttons beside them or Alt and the arrow keys, and
 * by dragging.
 */
export function ColumnsMenu({ columns, shown, said, density, setDensity }: Props) {
  const [moved, setMoved] = useState('');
  const choose = useColumnChoice(
    columns.map(({ name }) => name),
    said,
  );
  const list = useRef<HTMLUListElement>(null);
  const refocus = useRef<string>(null);
  const dragged = useRef<string>(null);
  const fixed = columns.filter(({ always }) => always).map(({ name }) => name);
  const inPlace = shown.filter(({ always }) => !always);
  const hidden = columns.filter(
    (column) => !column.always && !shown.some(({ name }) => name === column.name),
  );
  const names = inPlace.map(({ name }) => name);
  // Moving a row of the menu re-creates its element, so the focused button in the row would lose the focus.
  useLayoutEffect(() => {
    if (refocus.current === null) return;
    list.current?.querySelector<HTMLElement>(refocus.current)?.focus();
    refocus.current = null;
  });

  const set = (next: string[]): void => choose([...fixed, ...next]);
  const toggle = (name: string): void => {
    refocus.current = `[data-column="${name}"] input`;
    // At least one column must stay shown.
    if (names.includes(name) && names.length + fixed.length === 1) return;
    set(names.includes(name) ? names.filter((each) => each !== name) : [...names, name]);
  };
  const place = ({ name, label }: Named, at: number): void => {
    if (at < 0 || at >= names.length || at === names.indexOf(name)) return;
    const next = names.filter((each) => each !== name);
    next.splice(at, 0, name);
    set(next);
    setMoved(`${label}, column ${at + 1} of ${names.length}`);
  };
  const press = (event: KeyboardEvent, column: Named): void => {
    const step = STEPS[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    refocus.current = `[data-column="${column.name}"] input`;
    place(column, names.indexOf(column.name) + step);
  };
  const drop = (event: DragEvent, at: number): void => {
    event.preventDefault();
    const column = inPlace.find(({ name }) => name === dragged.current);
    if (column) place(column, at);
  };
  const move = (column: Named, step: number) => {
    const at = names.indexOf(column.name) + step;
    const isPossible = at >= 0 && at < names.length;
    const way = step < 0 ? 'up' : 'down';
    return (
      // The button is not `disabled`, because a person who moves a column to the end by keyboard would lose the focus.
      <Button
        look="quiet"
        icon
        data-way={way}
        aria-label={`Move ${column.label} ${way}`}
        aria-disabled={!isPossible || undefined}
        onClick={() => {
          refocus.current = `[data-column="${column.name}"] [data-way="${way}"]`;
          place(column, at);
        }}
      >
        {step < 0 ? '↑' : '↓'}
      </Button>
    );
  };
  return (
    <div data-stays>
      <ul className="columns-menu" aria-label="Columns" ref={list}>
        {[...inPlace, ...hidden].map((column) => {
          const at = names.indexOf(column.name);
          return (
            // Keyboard users have the buttons in the item, and Alt with the arrow keys.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={column.name}
              data-column={column.name}
              draggable={at >= 0}
              onDragStart={() => (dragged.current = column.name)}
              onDragOver={(event) => at >= 0 && event.preventDefault()}
              onDrop={(event) => drop(event, at)}
            >
              <label>
                <input
                  type="checkbox"
                  checked={at >= 0}
                  aria-keyshortcuts={at >= 0 ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
                  onKeyDown={(event) => press(event, column)}
                  onChange={() => toggle(column.name)}
                />{' '}
                {column.label}
              </label>
              {at >= 0 && (
                <>
                  {move(column, -1)}
                  {move(column, 1)}
                </>
              )}
            </li>
          );
        })}
      </ul>
      <p className="columns-foot">
        <Button look="quiet" onClick={() => choose([])}>
          As it was
        </Button>
        <span className="quiet">Alt ↑ ↓ moves a column</span>
      </p>
      <Density density={density} setDensity={setDensity} />
      <span role="status" className="unseen">
        {moved}
      </span>
    </div>
  );
}

const Density = ({ density, setDensity }: Pick<Props, 'density' | 'setDensity'>) => (
  <label className="density">
    <input
      type="checkbox"
      checked={density !== ''}
      onChange={(event) => setDensity(event.target.checked ? 'comfortable' : '')}
    />{' '}
    Comfortable rows
  </label>
);

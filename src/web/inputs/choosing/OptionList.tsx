import type { SelectOption } from './matches.ts';

type Props<V> = {
  id: string;
  found: readonly SelectOption<V>[];
  /** The index of the option that Enter chooses; below 0 if there is none. */
  at: number;
  isChosen: (value: V) => boolean;
  take: (option: SelectOption<V>) => void;
  /** The message to show if there are no options. */
  none: string;
};

export const optionId = (list: string, at: number): string => `${list}-${at}`;

/** A list of options below an input that keeps the focus and handles the keys; the list itself handles only clicks. */
export function OptionList<V extends string | number>({ id, found, at, isChosen, take, none }: Props<V>) {
  if (found.length === 0) {
    return (
      <p className="choice quiet" role="status">
        {none}
      </p>
    );
  }
  return (
    <div id={id} className="choice-list" role="listbox" aria-label="Choices">
      {found.map((option, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={option[0]}
          id={optionId(id, place)}
          ref={place === at ? bringInSight : undefined}
          className="choice"
          role="option"
          aria-selected={place === at}
          data-chosen={isChosen(option[0]) || undefined}
          onClick={() => take(option)}
        >
          {option[1]}
        </div>
      ))}
    </div>
  );
}

// `scrollIntoView` is not used, because the opening list is not at its final position yet and the page would scroll to it.
function bringInSight(row: HTMLElement | null): void {
  const list = row?.parentElement;
  if (!row || !list) return;
  const below = row.offsetTop + row.offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(row.offsetTop, Math.max(list.scrollTop, below));
}

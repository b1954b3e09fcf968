type Props<V> = {
  id: string;
  found: readonly (readonly [V, string])[];
  /** The place of the one that Enter takes; below 0: none. */
  at: number;
  isChosen: (value: V) => boolean;
  take: (option: readonly [V, string]) => void;
  /** Said where there is nothing to choose. */
  none: string;
};

export const optionId = (list: string, at: number): string => `${list}-${at}`;

/** The options of a box that keeps the focus and owns the keys; here they are only pressed with the mouse. */
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

// Not by `scrollIntoView`: a list that opens is not at its place yet, and the page would scroll to it.
function bringInSight(row: HTMLElement | null): void {
  const list = row?.parentElement;
  if (!row || !list) return;
  const below = row.offsetTop + row.offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(row.offsetTop, Math.max(list.scrollTop, below));
}

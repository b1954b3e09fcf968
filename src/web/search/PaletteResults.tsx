import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { useSearchChoices, type SearchChoice } from './useChoices.ts';
import type { FindRecords } from './records.ts';
import './found.css';

// A booked tee time has no entry here, because its tag is green by default.
const TONES: Record<string, string> = {
  pending: 'waiting',
  played: 'plain',
  canceled: 'danger',
  failed: 'danger',
};

type Props = {
  typed: string;
  /** The palette's text box, which has the focus and receives the keys. */
  box: RefObject<HTMLInputElement | null>;
  /** True if Enter was pressed in the text box before this component loaded. */
  isEntered: RefObject<boolean>;
  listId: string;
  close: () => void;
  findRecords: FindRecords;
};

/** Shows the search palette's results: the arrow keys move through them, Enter opens one. */
export function PaletteResults({ typed, box, isEntered, listId, close, findRecords }: Props) {
  const [moved, setMoved] = useState({ typed, at: 0 });
  // When the typed text changes, the highlight returns to the first result.
  const at = moved.typed === typed ? moved.at : 0;
  const moveTo = (next: number): void => setMoved({ typed, at: next });
  const { choices, isSure, waiting, failed } = useSearchChoices(typed, findRecords);
  // The typed text when Enter was pressed before the results had arrived; the first result for that text is then opened.
  const [entered, setEntered] = useState<string | null>(null);
  const isMeant = entered === typed && !waiting;
  const navigate = useNavigate();
  const optionId = (index: number): string => `${listId}-${index}`;
  const go = (choice: SearchChoice | undefined, newTab: boolean): void => {
    if (!choice) return;
    if ('act' in choice) {
      close();
      // The action runs after the closing palette has returned the focus.
      setTimeout(choice.act);
      return;
    }
    if (newTab) window.open(choice.path, '_blank', 'noopener');
    else void navigate({ to: choice.path });
    close();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = (at + step + choices.length) % Math.max(1, choices.length);
      moveTo(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      // The focus returns to the field behind the palette while Enter is still being handled, so the key must not act on
      // that field.
      event.preventDefault();
      if (waiting && !isSure && at === 0) setEntered(typed);
      else go(choices[at], event.ctrlKey || event.metaKey);
    }
  };
  useKeysOf(box, press, choices[at] && optionId(at));
  useLayoutEffect(() => {
    if (isEntered.current) setEntered(typed);
    // Runs once, because from now on this component handles the keys of the text box.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (isMeant) go(choices[0], false);
    // Runs once, when the results for the entered text have arrived.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMeant]);
  return (
    <>
      <div className="palette-list" id={listId} role="listbox" aria-label="Found">
        {choices.map((choice, index) => (
          // The text box above handles the keys; an option is only pressed with the mouse.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={`${choice.kind} ${choice.title} ${'path' in choice ? choice.path : ''}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === at}
            className="palette-option"
            onMouseMove={() => moveTo(index)}
            onClick={(event) => go(choice, event.ctrlKey || event.metaKey)}
          >
            <span className="palette-title">{choice.title}</span>
            {choice.status && (
              <span className="tag" data-tone={TONES[choice.status]}>
                {choice.status}
              </span>
            )}
            <span className="tag" data-tone="plain">
              {choice.kind}
            </span>
            {choice.detail && <span className="quiet palette-detail">{choice.detail}</span>}
          </div>
        ))}
      </div>
      <p className="palette-foot quiet" role="status">
        {status(choices.length, waiting, failed)}
      </p>
    </>
  );
}

/** Handles the key presses of the palette's text box, which keeps the focus and announces the highlighted option. */
function useKeysOf(
  box: RefObject<HTMLInputElement | null>,
  press: (event: KeyboardEvent) => void,
  option: string | undefined,
): void {
  useLayoutEffect(() => {
    const input = box.current;
    input?.addEventListener('keydown', press);
    if (option) input?.setAttribute('aria-activedescendant', option);
    else input?.removeAttribute('aria-activedescendant');
    return () => input?.removeEventListener('keydown', press);
  });
}

const status = (count: number, waiting: boolean, failed: boolean): string => {
  if (failed) return 'Records cannot be searched just now; screens can.';
  if (waiting) return 'Searching...';
  return count === 0 ? 'Nothing found.' : `${count} found. Enter opens, Ctrl+Enter in a new tab.`;
};

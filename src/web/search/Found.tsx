import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { useMenu } from '../navigation/menu.ts';

export type FoundRecord = { kind: string; id: number; title: string; detail: string; path: string };
/** Finds records by what was typed; the routes give it, so that the palette knows no area. */
export type FindRecords = (typed: string, signal: AbortSignal) => Promise<FoundRecord[]>;

type Choice = { kind: string; title: string; detail: string; path: string };
type Props = {
  typed: string;
  /** The palette's box, which owns the keyboard. */
  box: RefObject<HTMLInputElement | null>;
  /** Whether Enter was pressed in the box before this was there. */
  isEntered: RefObject<boolean>;
  listId: string;
  close: () => void;
  findRecords: FindRecords;
};
const SHORTEST = 2;

/** What the palette's box finds: arrows in the box move through it, Enter opens. */
export function Found({ typed, box, isEntered, listId, close, findRecords }: Props) {
  const [moved, setMoved] = useState({ typed, at: 0 });
  // Other letters find other things: the first is meant again.
  const at = moved.typed === typed ? moved.at : 0;
  const moveTo = (next: number): void => setMoved({ typed, at: next });
  const { choices, waiting, failed } = useChoices(typed, findRecords);
  const navigate = useNavigate();
  const optionId = (index: number): string => `${listId}-${index}`;
  const go = (choice: Choice | undefined, newTab: boolean): void => {
    if (!choice) return;
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
      // The field that had the focus has it again before the key is done.
      event.preventDefault();
      go(choices[at], event.ctrlKey || event.metaKey);
    }
  };
  useKeysOf(box, press, choices[at] && optionId(at));
  useEffect(() => {
    if (isEntered.current) go(choices[0], false);
    // Once, when it is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <>
      <div className="palette-list" id={listId} role="listbox" aria-label="Found">
        {choices.map((choice, index) => (
          // The box above owns the keyboard; an option is only pressed with the mouse.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={`${choice.kind} ${choice.path}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === at}
            className="palette-option"
            onMouseMove={() => moveTo(index)}
            onClick={(event) => go(choice, event.ctrlKey || event.metaKey)}
          >
            <span>{choice.title}</span>
            <span className="quiet">{choice.detail}</span>
            <span className="tag" data-tone="plain">
              {choice.kind}
            </span>
          </div>
        ))}
      </div>
      <p className="palette-foot quiet" role="status">
        {said(choices.length, waiting, failed)}
      </p>
    </>
  );
}

/** The box has the focus: its keys come here, and it names the option that they stand on. */
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

const said = (count: number, waiting: boolean, failed: boolean): string => {
  if (failed) return 'Records can not be searched just now; screens can.';
  if (waiting) return 'Searching...';
  return count === 0 ? 'Nothing found.' : `${count} found. Enter opens, Ctrl+Enter in a new tab.`;
};

function useChoices(typed: string, findRecords: FindRecords) {
  const { groups, links } = useMenu();
  const [settled] = useDebouncedValue(typed.trim(), 150);
  const records = useQuery({
    queryKey: ['palette', settled],
    queryFn: ({ signal }) => findRecords(settled, signal),
    enabled: settled.length >= SHORTEST,
    retry: false,
  });
  const words = typed.trim().toLowerCase().split(/\s+/);
  const screens = groups.flatMap((group) =>
    group.entries.map((entry) => ({
      kind: 'Screen',
      title: entry.label,
      detail: group.label,
      path: entry.path,
    })),
  );
  const actions = links.map((link) => ({
    kind: link.label.startsWith('New') ? 'New' : 'Screen',
    title: link.label,
    detail: '',
    path: link.path,
  }));
  const own = [...screens, ...actions].filter((choice) =>
    words.every((word) => choice.title.toLowerCase().includes(word)),
  );
  const found = settled.length >= SHORTEST && typed.trim().length >= SHORTEST ? (records.data ?? []) : [];
  return { choices: [...found, ...own], waiting: records.isFetching, failed: records.isError };
}

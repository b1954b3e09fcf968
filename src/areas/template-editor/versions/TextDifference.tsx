import { diffLines } from 'diff';
import { useMemo } from 'react';

type Props = { before: string; after: string };
type Line = { mark: '+' | '−' | ' '; text: string };

// The number of equal lines shown around a difference; further equal lines are only counted.
const AROUND = 3;

/** Shows the differences between two texts, line by line. */
export function TextDifference({ before, after }: Props) {
  const parts = useMemo(() => partsOf(before, after), [before, after]);
  if (before === after) return <p className="quiet">They are the same.</p>;
  return (
    // The element scrolls, so it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="difference" role="region" aria-label="Difference" tabIndex={0}>
      {parts.map((part, at) =>
        typeof part === 'number' ? (
          <p key={at} className="quiet">
            {part} {part === 1 ? 'line' : 'lines'} the same
          </p>
        ) : (
          <DifferentLine key={at} line={part} />
        ),
      )}
    </div>
  );
}

function DifferentLine({ line: { mark, text } }: { line: Line }) {
  const shown = `${mark} ${text}`;
  if (mark === '+') return <ins>{shown}</ins>;
  return mark === '−' ? <del>{shown}</del> : <span>{shown}</span>;
}

/** Returns the lines of the difference, with a number in place of many equal lines. */
function partsOf(before: string, after: string): (Line | number)[] {
  const changes = diffLines(before, after);
  return changes.flatMap(({ value, added, removed }, at): (Line | number)[] => {
    const lines = value.replace(/\n$/, '').split('\n');
    const mark = added ? '+' : removed ? '−' : ' ';
    const all = lines.map((text) => ({ mark, text }) as const);
    if (mark !== ' ') return all;
    const first = at === 0 ? 0 : AROUND;
    const last = at === changes.length - 1 ? 0 : AROUND;
    const hidden = all.length - first - last;
    if (hidden < 2) return all;
    return [...all.slice(0, first), hidden, ...all.slice(all.length - last)];
  });
}

import { withCommas } from './columns.ts';
import type { List } from './useList.ts';
import { Button } from '../components/Button.tsx';

const ALL = -1;

/** How many there are, as `12,345`, or `10,000+` where counting stopped. */
export function shownTotal({ total, moreThan }: Pick<List<unknown>, 'total' | 'moreThan'>): string {
  return moreThan === null ? withCommas(total ?? 0) : `${withCommas(moreThan)}+`;
}

const pagesOf = (total: number | undefined, size: number): number =>
  total === undefined || size === ALL ? 1 : Math.max(1, Math.ceil(total / size));

/** The foot of a list: which rows of how many, the page size, and the way to other pages. */
export function Pager<Row>({ list }: { list: List<Row> }) {
  const { total, page, size, sizes } = list;
  if (sizes === null) return null;
  const more = list.moreThan !== null;
  const pages = pagesOf(total, size);
  const isLast = page >= pages && !(more && list.rows?.length === size);
  const first = size === ALL ? 1 : (page - 1) * size + 1;
  const last = first + (list.rows?.length ?? 0) - 1;
  return (
    <nav className="list-foot" aria-label="Pages">
      {list.rows === undefined || list.rows.length === 0 ? (
        <span>{list.rows === undefined ? ' ' : 'No rows'}</span>
      ) : (
        <span>
          {withCommas(first)}–{withCommas(last)} of <Total list={list} otherwise={last} />
        </span>
      )}
      <label className="push">
        Rows
        <select value={size} onChange={(event) => list.setSize(Number(event.target.value))}>
          {(sizes.includes(size) ? sizes : [...sizes, size]).map((each) => (
            <option key={each} value={each}>
              {each === ALL ? 'All' : each}
            </option>
          ))}
        </select>
      </label>
      <Button
        look="quiet"
        icon
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => list.toPage(more ? page - 1 : Math.min(page - 1, pages))}
      >
        ‹
      </Button>
      <span>
        Page {withCommas(page)} of {more ? `${withCommas(Math.max(page, pages))}+` : withCommas(pages)}
      </span>
      <Button
        look="quiet"
        icon
        aria-label="Next page"
        disabled={isLast}
        onClick={() => list.toPage(page + 1)}
      >
        ›
      </Button>
    </nav>
  );
}

// Who pressed the button stays where it was.
const focused = (shown: HTMLElement | null) => shown?.focus();

function Total<Row>({ list, otherwise }: { list: List<Row>; otherwise: number }) {
  if (list.moreThan === null && !list.countedExactly) return <>{withCommas(list.total ?? otherwise)}</>;
  if (list.moreThan === null)
    return (
      <output tabIndex={-1} ref={focused}>
        {shownTotal(list)}
      </output>
    );
  return (
    <Button
      look="quiet"
      aria-label={`${shownTotal(list)}, show the exact number`}
      onClick={list.countExactly}
    >
      {shownTotal(list)}
    </Button>
  );
}

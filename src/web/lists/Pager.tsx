import { formatWithCommas } from './columns.ts';
import type { ListData, ListFacts } from './useList.ts';
import { Button } from '../components/Button.tsx';

const ALL = -1;

/** Formats a list's total as `12,345`, or as `10,000+` if counting stopped at 10,000. */
export function formatListTotal({ total, moreThan }: Pick<ListData<unknown>, 'total' | 'moreThan'>): string {
  return moreThan === null ? formatWithCommas(total ?? 0) : `${formatWithCommas(moreThan)}+`;
}

const pagesOf = (total: number | undefined, size: number): number =>
  total === undefined || size === ALL ? 1 : Math.max(1, Math.ceil(total / size));

/** The foot of a list: which rows are shown, the total, the page size, and links to the other pages. */
export function Pager<Row>({ list, said }: { list: ListData<Row>; said: ListFacts }) {
  const { page, size, sizes } = list;
  if (sizes === null) return null;
  const more = said.moreThan !== null;
  const pages = pagesOf(said.total, said.size);
  const isLast = page >= pages && !(more && list.rows?.length === size);
  const first = said.size === ALL ? 1 : (said.page - 1) * said.size + 1;
  const last = first + (list.rows?.length ?? 0) - 1;
  return (
    <nav className="list-foot" aria-label="Pages">
      {list.rows === undefined || list.rows.length === 0 ? (
        <span>{list.rows === undefined ? ' ' : 'No rows'}</span>
      ) : (
        <span>
          {formatWithCommas(first)}–{formatWithCommas(last)}
          {said.total !== undefined && (
            <>
              {' '}
              of <Total said={said} countExactly={list.countExactly} />
            </>
          )}
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
      <span className="row">
        <Button
          look="quiet"
          icon
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => list.toPage(more ? page - 1 : Math.min(page - 1, pages))}
        >
          ‹
        </Button>
        <span>{pageSaid(page, pages, more)}</span>
        <Button
          look="quiet"
          icon
          aria-label="Next page"
          disabled={isLast}
          onClick={() => list.toPage(page + 1)}
        >
          ›
        </Button>
      </span>
    </nav>
  );
}

// Moves the focus to the new element after the pressed button was replaced.
const focused = (shown: HTMLElement | null) => shown?.focus();

/** Formats a list's page number in words; the page number in an address may be beyond the last page. */
function pageSaid(page: number, pages: number, more: boolean): string {
  if (more) return `Page ${formatWithCommas(page)} of ${formatWithCommas(Math.max(page, pages))}+`;
  if (page > pages) return `Beyond the last page, ${formatWithCommas(pages)}`;
  return `Page ${formatWithCommas(page)} of ${formatWithCommas(pages)}`;
}

function Total({ said, countExactly }: { said: ListFacts; countExactly: (() => void) | undefined }) {
  const text = formatListTotal(said);
  if (said.moreThan === null && !said.countedExactly) return text;
  if (said.moreThan === null)
    return (
      <output tabIndex={-1} ref={focused}>
        {text}
      </output>
    );
  return (
    <Button look="quiet" aria-label={`${text}, show the exact number`} onClick={countExactly}>
      {text}
    </Button>
  );
}

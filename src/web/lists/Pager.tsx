import type { List } from './useList.ts';

const ALL = -1;

/** The foot of a list: which rows of how many, the page size, and the way to other pages. */
export function Pager<Row>({ list }: { list: List<Row> }) {
  const { total, page, size, sizes } = list;
  if (sizes === null) return null;
  const pages = total === undefined || size === ALL ? 1 : Math.max(1, Math.ceil(total / size));
  const first = size === ALL ? 1 : (page - 1) * size + 1;
  const last = first + (list.rows?.length ?? 0) - 1;
  const place = `${first.toLocaleString('en-US')}–${last.toLocaleString('en-US')} of ${(total ?? last).toLocaleString('en-US')}`;
  return (
    <nav className="list-foot" aria-label="Pages">
      <span>{list.rows === undefined ? ' ' : list.rows.length > 0 ? place : 'No rows'}</span>
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
      <button
        type="button"
        className="btn"
        data-look="quiet"
        data-icon
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => list.toPage(Math.min(page - 1, pages))}
      >
        ‹
      </button>
      <span>
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
      </span>
      <button
        type="button"
        className="btn"
        data-look="quiet"
        data-icon
        aria-label="Next page"
        disabled={page >= pages}
        onClick={() => list.toPage(page + 1)}
      >
        ›
      </button>
    </nav>
  );
}

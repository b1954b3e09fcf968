import { ErrorBox } from '../../web/ErrorBox.tsx';
import type { Column } from '../../web/lists/columns.ts';
import { ListTable } from '../../web/lists/ListTable.tsx';
import { useList } from '../../web/lists/useList.ts';
import { send } from '../../web/send.ts';
import { useAttempt } from '../../web/useAttempt.ts';
import { PageHead } from '../../web/shell/PageHead.tsx';
import { helpfulLinks, LINK_TYPES, type HelpfulLink } from './helpful-links.contract.ts';
import './helpful-links.css';

const SHOWN = ['', ...LINK_TYPES] as const;

/** Links by type in their order; a change of type or place is saved at once. */
export function HelpfulLinkList() {
  const list = useList<HelpfulLink>({
    calls: helpfulLinks,
    defaultSort: [{ name: 'order', desc: false }],
    paging: 'none',
  });
  const { error, attempt } = useAttempt();
  const type = String(list.filters['type'] ?? '');
  const rows = list.rows ?? [];
  const ofType = (link: HelpfulLink) => rows.filter((each) => each.type === link.type).length;
  return (
    <section className="list-page" aria-label="Helpful Links">
      <PageHead title="Helpful Links" line={`${rows.length} ${rows.length === 1 ? 'link' : 'links'}`} />
      {/* Lists are in the page's first script, where the kit's radio buttons would be too heavy. */}
      <fieldset className="row link-types">
        <legend className="unseen">Type</legend>
        {SHOWN.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="type"
              checked={type.toLowerCase() === each.toLowerCase()}
              onChange={() => list.search({ ...list.filters, type: each })}
            />
            {each === '' ? 'All' : each}
          </label>
        ))}
      </fieldset>
      {(error ?? list.error) && <ErrorBox error={error ?? list.error ?? new Error()} retry={list.retry} />}
      <div className="list-frame">
        <ListTable
          list={list}
          caption="Helpful Links"
          viewPath={(link) => `/helpful-link/${link.id}`}
          columns={columnsOf({
            last: ofType,
            move: (link, call) => void attempt(() => send(call, { params: { id: link.id } })),
            setType: (link, to) =>
              void attempt(() => send(helpfulLinks.updateType, { body: { id: link.id, type: to } })),
          })}
          empty={type === '' ? 'No links yet.' : `No ${type} links yet.`}
        />
      </div>
    </section>
  );
}

type Acts = {
  /** The place of the last link of the same type. */
  last: (link: HelpfulLink) => number;
  move: (link: HelpfulLink, call: typeof helpfulLinks.moveUp | typeof helpfulLinks.moveDown) => void;
  setType: (link: HelpfulLink, type: string) => void;
};

const columnsOf = ({ last, move, setType }: Acts): Column<HelpfulLink>[] => [
  { name: 'description', label: 'Description' },
  {
    name: 'order',
    label: 'Order',
    filter: false,
    cell: (link) => (
      <span className="row link-order">
        {link.order}
        <Move link={link} way="up" disabled={link.order <= 1} move={() => move(link, helpfulLinks.moveUp)} />
        <Move
          link={link}
          way="down"
          disabled={link.order >= last(link)}
          move={() => move(link, helpfulLinks.moveDown)}
        />
      </span>
    ),
  },
  {
    name: 'type',
    label: 'Type',
    filter: false,
    cell: (link) => (
      <select
        className="link-type"
        aria-label={`Type of ${link.description}`}
        value={link.type}
        onChange={(event) => setType(link, event.target.value)}
      >
        {LINK_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
    ),
  },
  {
    name: 'url',
    label: 'URL',
    cell: ({ url }) => (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {url}
      </a>
    ),
  },
];

type MoveProps = { link: HelpfulLink; way: 'up' | 'down'; disabled: boolean; move: () => void };

const Move = ({ link, way, disabled, move }: MoveProps) => (
  <button
    type="button"
    className="btn"
    data-look="quiet"
    data-icon
    aria-label={`Move ${link.description} ${way}`}
    disabled={disabled}
    onClick={move}
  >
    {way === 'up' ? '↑' : '↓'}
  </button>
);

import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { useListSearchParams } from '../../web/lists/address.ts';
import type { ListCallColumn } from '../../web/lists/columns.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { sendCall } from '../../web/sending/send.ts';
import { useAttempt } from '../../web/sending/useAttempt.ts';
import { helpfulLinks, LINK_TYPES, type HelpfulLink } from './helpful-links.contract.ts';
import { useHelpfulLinks } from './useHelpfulLinks.ts';
import './helpful-links.css';
import { Button } from '../../web/components/Button.tsx';

/** Lists the helpful links by type and position; a change of a type or position is saved at once. */
export function HelpfulLinkList() {
  const { error, attempt } = useAttempt();
  const all = useHelpfulLinks().data ?? [];
  const list = useList({ calls: helpfulLinks });
  return (
    <>
      {error && <ErrorBox error={error} />}
      <ListPage
        title="Helpful Links"
        noun="link"
        list={list}
        row={{ viewPath: (link) => `/helpful-link/${link.id}`, nameOf: ({ description }) => description }}
        views={<TypeRadios />}
        columns={columnsOf({
          last: ({ type }) => all.filter((link) => link.type === type).length,
          move: ({ id }, call) => void attempt(() => sendCall(call, { params: { id } })),
          setType: ({ id }, type) =>
            void attempt(() => sendCall(helpfulLinks.updateType, { body: { id, type } })),
        })}
      />
    </>
  );
}

// The list uses plain radio buttons, because those of the component library would make the first script of the page too large.
function TypeRadios() {
  const [{ filters = {} }, ask] = useListSearchParams(true);
  const { type = '', ...others } = filters;
  return (
    <fieldset className="row link-types">
      <legend className="unseen">Type</legend>
      {['', ...LINK_TYPES].map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="type"
            checked={String(type).toLowerCase() === each.toLowerCase()}
            onChange={() => ask({ filters: each === '' ? others : { ...others, type: each } })}
          />
          {each === '' ? 'All' : each}
        </label>
      ))}
    </fieldset>
  );
}

type Acts = {
  /** Returns the position of the last link that has the same type. */
  last: (link: HelpfulLink) => number;
  move: (link: HelpfulLink, call: typeof helpfulLinks.moveUp | typeof helpfulLinks.moveDown) => void;
  setType: (link: HelpfulLink, type: string) => void;
};

const columnsOf = ({ last, move, setType }: Acts): ListCallColumn<typeof helpfulLinks.index>[] => [
  { name: 'description', label: 'Description' },
  {
    name: 'order',
    label: 'Order',
    filter: false,
    cell: (link) => (
      <span className="row link-order">
        {link.order}
        <Move link={link} way="up" possible={link.order > 1} move={() => move(link, helpfulLinks.moveUp)} />
        <Move
          link={link}
          way="down"
          possible={link.order < last(link)}
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

type MoveProps = { link: HelpfulLink; way: 'up' | 'down'; possible: boolean; move: () => void };

// The button is not `disabled` at the end of the list, because a keyboard user would then lose the focus.
const Move = ({ link, way, possible, move }: MoveProps) => (
  <Button
    look="quiet"
    icon
    aria-label={`Move ${link.description} ${way}`}
    aria-disabled={!possible}
    onClick={possible ? move : undefined}
  >
    {way === 'up' ? '↑' : '↓'}
  </Button>
);

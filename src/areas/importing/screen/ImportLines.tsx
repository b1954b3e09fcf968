import { ListPage } from '../../../web/lists/ListPage.tsx';
import { useList } from '../../../web/lists/useList.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { imports, IMPORT_OUTCOMES, type Import, type ImportLine } from '../files/imports.contract.ts';
import { IMPORT_OUTCOME_WORDS } from './words.rules.ts';

const PAGES: Record<Import['kind'], string> = {
  customers: '/manage-customer/',
  certificates: '/manage-gift-certificate/',
  tee_times: '/manage-tee-time/',
};
const CALLS = { index: imports.lines, count: imports.lineCount };
const TONES = { new: 'plain', made: undefined, double: 'waiting', refused: 'danger' } as const;

const Became = ({ outcome }: ImportLine) => (
  <span className="tag" data-tone={TONES[outcome]}>
    {IMPORT_OUTCOME_WORDS[outcome]}
  </span>
);

/** Lists the rows of an import file with their outcomes: all rows, or those of one outcome, also as a workbook. */
export function ImportLines({ file: { id, kind, state, good, doubles, refused } }: { file: Import }) {
  const list = useList({ calls: CALLS, fixedFilters: { import_file_id: String(id) }, size: 30 });
  const become = state === 'in' ? 'made' : 'new';
  const counts = [
    [become, good],
    ['double', doubles],
    ['refused', refused],
  ] as const;
  const chosen = list.filters['outcome'];
  return (
    <>
      <ul className="row import-counts" aria-label="What becomes of its rows">
        {counts.map(([outcome, count]) => (
          <li key={outcome}>
            <button
              type="button"
              className="card"
              data-outcome={outcome}
              aria-pressed={chosen === outcome}
              onClick={() => list.search(chosen === outcome ? {} : { outcome })}
            >
              <strong>{count.toLocaleString('en-US')}</strong> {IMPORT_OUTCOME_WORDS[outcome]}
            </button>
          </li>
        ))}
      </ul>
      <ListPage
        title="Rows"
        noun="row"
        list={list}
        row={{
          nameOf: ({ line }) => `line ${line}`,
          card: (row) => ({
            title: row.record || `Line ${row.line}`,
            tag: <Became {...row} />,
            line: row.record && `Line ${row.line}`,
            amount: '',
            foot: <span className="import-says">{row.says}</span>,
          }),
        }}
        columns={[
          { name: 'line', label: 'Line', kind: 'number', filter: false, width: 56 },
          {
            name: 'outcome',
            label: 'Becomes',
            sort: false,
            width: 104,
            choices: IMPORT_OUTCOMES.map((outcome) => [outcome, IMPORT_OUTCOME_WORDS[outcome]] as const),
            cell: (row) => <Became {...row} />,
          },
          { name: 'record', label: 'Record', sort: false, filter: false },
          {
            name: 'number',
            label: 'Number',
            kind: 'number',
            sort: false,
            filter: false,
            width: 72,
            cell: ({ number }) => number && <ScreenLink to={`${PAGES[kind]}${number}`}>{number}</ScreenLink>,
          },
          {
            name: 'says',
            label: 'Why',
            sort: false,
            filter: false,
            cell: ({ says }) => <span title={says}>{says}</span>,
          },
        ]}
      />
    </>
  );
}

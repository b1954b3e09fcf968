import { ButtonLink } from '../../../web/components/Button.tsx';
import { ListPage } from '../../../web/lists/ListPage.tsx';
import { useList } from '../../../web/lists/useList.ts';
import { IMPORT_KINDS, IMPORT_STATES, imports } from '../files/imports.contract.ts';
import { IMPORT_KIND_WORDS, IMPORT_STATE_WORDS } from './words.rules.ts';

/** Lists the import files, inserted or not. */
export const ImportList = () => (
  <ListPage
    title="Import"
    noun="file"
    list={useList({ calls: imports })}
    row={{
      viewPath: ({ id }) => `/import/${id}`,
      nameOf: ({ file_name }) => file_name,
      card: ({ file_name, kind, state, made_by, row_count }) => ({
        title: file_name,
        tag: <span className="tag">{IMPORT_STATE_WORDS[state]}</span>,
        line: IMPORT_KIND_WORDS[kind].title,
        amount: `${row_count.toLocaleString('en-US')} rows`,
        foot: made_by,
      }),
    }}
    actions={
      <ButtonLink look="go" to="/import/new">
        Import a File
      </ButtonLink>
    }
    columns={[
      { name: 'created_at', label: 'Brought', kind: 'instant', filter: false },
      { name: 'file_name', label: 'File', sort: false },
      {
        name: 'kind',
        label: 'Of',
        sort: false,
        choices: IMPORT_KINDS.map((kind) => [kind, IMPORT_KIND_WORDS[kind].title] as const),
        cell: ({ kind }) => IMPORT_KIND_WORDS[kind].title,
      },
      {
        name: 'state',
        label: 'State',
        sort: false,
        choices: IMPORT_STATES.map((state) => [state, IMPORT_STATE_WORDS[state]] as const),
        cell: ({ state }) => IMPORT_STATE_WORDS[state],
      },
      { name: 'made_by', label: 'By', sort: false },
      { name: 'row_count', label: 'Rows', kind: 'number', filter: false, sort: false },
      { name: 'good', label: 'New', kind: 'number', filter: false, sort: false },
      { name: 'doubles', label: 'There', kind: 'number', filter: false, sort: false },
      { name: 'refused', label: 'Wrong', kind: 'number', filter: false, sort: false },
    ]}
  />
);

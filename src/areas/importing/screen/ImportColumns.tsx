import { useState } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { Select } from '../../../web/inputs/choosing/Select.tsx';
import type { Import } from '../files/imports.contract.ts';
import { formatFieldName, leftOutColumnsText } from './words.rules.ts';

const LEFT_OUT = '-';

type Props = { file: Import; busy: boolean; look: (columns: string[]) => void };

/** Asks for the meaning of each column of an import file; the answers are guessed from the headings at first. */
export function ImportColumns({ file: { headings, columns: guessed, fields }, busy, look }: Props) {
  const [columns, setColumns] = useState(guessed);
  const options = [
    [LEFT_OUT, 'Leave out'] as const,
    ...fields.map((field) => [field, formatFieldName(field)] as const),
  ];
  const change = (at: number, picked: unknown): void => {
    if (typeof picked !== 'string') return;
    setColumns(columns.map((field, each) => (each === at ? (picked === LEFT_OUT ? '' : picked) : field)));
  };
  const twice = (field: string) => field !== '' && columns.filter((each) => each === field).length > 1;
  return (
    <section className="card pad stack" aria-label="Columns">
      <h2>Columns</h2>
      <div className="import-columns">
        {headings.map((heading, at) => {
          const field = columns[at] ?? '';
          return (
            <Select
              // Two columns of a file may have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              name={`column_${at}`}
              label={heading || `Column ${at + 1}`}
              value={field === '' ? LEFT_OUT : field}
              options={options}
              error={twice(field) ? 'Another column is this as well' : undefined}
              readOnly={false}
              change={(picked) => change(at, picked)}
            />
          );
        })}
      </div>
      <p className="quiet" role="status">
        {leftOutColumnsText(headings, columns)}
      </p>
      <div className="row">
        <Button look="go" aria-disabled={busy || undefined} onClick={() => !busy && look(columns)}>
          Check Its Rows
        </Button>
        <span className="quiet">Nothing is put in by this.</span>
      </div>
    </section>
  );
}

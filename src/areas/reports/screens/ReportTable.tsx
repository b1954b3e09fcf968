import type { ShownSheet } from '../reports.contract.ts';
import { formatCell, isFigureColumn, type ReportCell } from './cells.rules.ts';

type Columns = ShownSheet['columns'];

/** Shows a sheet of a report as a table: its first rows with subtotals, and the totals of all rows. */
export function ReportTable({ sheet, title }: { sheet: ShownSheet; title: string }) {
  const { columns, rows, totals, count } = sheet;
  return (
    // The table scrolls sideways on a narrow screen, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="report-frame" tabIndex={0} role="region" aria-label={`${title}, ${sheet.name}`}>
      <table aria-label={`${title}, ${sheet.name}`}>
        <thead>
          <tr>
            {columns.map(({ heading, kind }, at) => (
              <th key={at} scope="col" data-right={isFigureColumn(kind) || undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Line key={at} row={row} columns={columns} />
          ))}
          {count === 0 && (
            <tr>
              <td colSpan={columns.length} className="quiet">
                Nothing in this report.
              </td>
            </tr>
          )}
        </tbody>
        {totals && (
          <tfoot>
            <Totals label="Total" cells={totals} columns={columns} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Line({ row, columns }: { row: ShownSheet['rows'][number]; columns: Columns }) {
  if ('section' in row)
    return (
      <tr className="report-section">
        <th scope="rowgroup" colSpan={columns.length}>
          {row.section}
        </th>
      </tr>
    );
  if ('subtotal' in row) return <Totals label={row.subtotal} cells={row.cells} columns={columns} />;
  return (
    <tr>
      {row.map((cell, at) => (
        <CellShown key={at} cell={cell} column={columns[at]} />
      ))}
    </tr>
  );
}

const Totals = ({
  label,
  cells,
  columns,
}: {
  label: string;
  cells: readonly ReportCell[];
  columns: Columns;
}) => (
  <tr className="report-total">
    <th scope="row">{label}</th>
    {cells.slice(1).map((cell, at) => (
      <CellShown key={at} cell={cell} column={columns[at + 1]} />
    ))}
  </tr>
);

const CellShown = ({ cell, column }: { cell: ReportCell; column: Columns[number] | undefined }) => {
  const kind = column?.kind ?? 'text';
  const isBelow = typeof cell === 'number' && cell < 0;
  return (
    <td data-right={isFigureColumn(kind) || undefined} data-below={isBelow || undefined}>
      {formatCell(kind, cell)}
    </td>
  );
};

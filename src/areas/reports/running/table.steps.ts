import { ColumnTotals } from '../../../server/workbook/totals.ts';
import { tooManyRowsText, MAX_SHEET_ROWS, type SheetRow } from '../../../server/workbook/workbook.ts';
import { RejectedByRule } from '../../../server/http/errors.ts';
import type { ShownSheet } from '../reports.contract.ts';
import type { UnreadReportSheet } from '../made/report-input.queries.ts';
import { PeriodSums } from './period-sums.steps.ts';

const SHOWN = 200;

/** Returns a sheet for a screen: its first rows, and the totals of all rows. */
export async function readShownSheet({
  name,
  period,
  columns,
  rows,
  total,
  last,
}: UnreadReportSheet): Promise<ShownSheet> {
  const all = new ColumnTotals(columns);
  const spans = new PeriodSums(columns);
  let since = new ColumnTotals(columns);
  let count = 0;
  const shown: ShownSheet['rows'] = [];
  const show = (row: ShownSheet['rows'][number]) => count < SHOWN && shown.push(row);
  const take = (row: SheetRow) => {
    if ('section' in row) return show(row);
    if ('subtotal' in row) {
      show({ ...row, cells: since.cells() });
      since = new ColumnTotals(columns);
      return;
    }
    all.add(row);
    spans.add(row);
    since.add(row);
    show([...row]);
    count += 1;
  };
  for await (const batch of rows) {
    for (const row of batch) take(row);
    if (count > MAX_SHEET_ROWS) throw new RejectedByRule(tooManyRowsText());
  }
  const ofAll = count > SHOWN ? spans.rows(SHOWN) : null;
  return {
    name,
    ...(period !== undefined && { period }),
    columns: columns.map(({ heading, kind }) => ({ heading, kind })),
    rows: shown,
    ...(ofAll && { spans: ofAll }),
    totals: total === false ? null : all.cells(),
    count,
    last: typeof last === 'string' ? last : last(),
  };
}

import type { AppContext } from '../../../server/process/context.ts';
import { audit } from '../../audit/audit.queries.ts';
import type { ReportName } from '../reports.contract.ts';
import type { ReadyReport } from './run.steps.ts';

type Taken = { report: ReportName; asked: object; by: { name: string; address: string } };

/** Reads a report with `read`, and audits who took the report, how many rows were sent, and if it was read to its end. */
export async function auditReportReading(
  app: AppContext,
  ready: ReadyReport,
  { taken, read }: { taken: Taken; read: (ready: ReadyReport) => Promise<void> },
): Promise<void> {
  let rows = 0;
  const counting = (sheet: ReadyReport['sheets'][number]) => {
    async function* counted() {
      for await (const batch of sheet.rows) {
        rows += batch.length;
        yield batch;
      }
    }
    return { ...sheet, rows: counted() };
  };
  let is_whole = false;
  try {
    await read({ ...ready, sheets: ready.sheets.map(counting) });
    is_whole = true;
  } finally {
    const { report: list, asked, by } = taken;
    await audit(app.db, {
      made_by: by.name,
      from: { address: by.address },
      action: 'exported',
      subject: 'report',
      subject_id: null,
      after: { list, asked, rows, is_whole },
    });
  }
}

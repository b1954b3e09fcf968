import type { ExportedList } from '../../server/lists/exports.ts';
import type { AppContext, Staff } from '../../server/process/context.ts';
import { audit, auditCaller } from './audit.queries.ts';

/** Audits that somebody exported a list as a workbook: the list's path, its filters and the number of rows. */
export const auditExport = (app: AppContext, staff: Staff, exported: ExportedList): Promise<void> =>
  audit(app.db, {
    ...auditCaller(staff),
    action: 'exported',
    subject: 'list',
    subject_id: null,
    after: exported,
  });

import type { Exported } from '../../server/lists/exports.ts';
import type { AppContext, Staff } from '../../server/process/context.ts';
import { audit, auditedCaller } from './audit.queries.ts';

/** Audits that somebody exported a list as a workbook: the list's path, its filters and the number of rows. */
export const auditedExport = (app: AppContext, staff: Staff, exported: Exported): Promise<void> =>
  audit(app.db, {
    ...auditedCaller(staff),
    action: 'exported',
    subject: 'list',
    subject_id: null,
    after: exported,
  });

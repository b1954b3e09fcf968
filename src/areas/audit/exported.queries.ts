import type { Exported } from '../../server/lists/exports.ts';
import type { AppContext, Staff } from '../../server/process/context.ts';
import { audit, auditedCaller } from './audit.queries.ts';

/** Records which list somebody exported as a workbook: `list /api/tee_times/index`, its filters and number of rows. */
export const auditedExport = (app: AppContext, staff: Staff, exported: Exported): Promise<void> =>
  audit(app.db, {
    ...auditedCaller(staff),
    action: 'exported',
    subject: 'list',
    subject_id: null,
    after: exported,
  });

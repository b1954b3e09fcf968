import type { Exported } from '../../server/lists/exports.ts';
import type { Desk, Staff } from '../../server/process/context.ts';
import { audit, by } from './audit.queries.ts';

/** Records which list somebody exported as a workbook: `list /api/tee_times/index`, its filters and number of rows. */
export const auditedExport = (desk: Desk, staff: Staff, exported: Exported): Promise<void> =>
  audit(desk.db, { ...by(staff), action: 'exported', subject: 'list', subject_id: null, after: exported });

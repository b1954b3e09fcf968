import type { RecordWithLastChange } from '../../contract/last-change/last-change.ts';

/** The records that entries name otherwise than by their table. */
const OTHER_NAMES: Partial<Record<RecordWithLastChange, string>> = {
  api_users: 'partner',
  gift_certificate_sale_configurations: 'sale_configuration',
  staff_users: 'ric_user',
};

/** Returns the name by which entries refer to a table's records: `tee_time`. */
export const auditSubject = (table: RecordWithLastChange): string =>
  OTHER_NAMES[table] ?? table.replace(/s$/, '');

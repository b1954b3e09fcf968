import type { StaffLevel } from '../../../contract/wire.ts';
import { REPORT_CALLS, type ReportName } from '../../reports/reports.contract.ts';

type Person = { id: number; level: StaffLevel };

/** Returns true if a staff user may run a report. */
export const mayRunReport = (report: ReportName, { level }: Pick<Person, 'level'>): boolean =>
  REPORT_CALLS[report].shown.access !== 'admin' || level === 'admin';

/** Returns true if a staff user may read a report that another one ran. Only admins may read the commission of others. */
export const mayReceiveReport = (report: ReportName, owner: Pick<Person, 'id'>, reader: Person): boolean =>
  mayRunReport(report, reader) &&
  (report !== 'commission' || reader.level === 'admin' || reader.id === owner.id);

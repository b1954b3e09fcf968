import type { StaffLevel } from '../../../contract/wire.ts';
import { REPORTS, type ReportName } from '../../reports/reports.contract.ts';

type Person = { id: number; level: StaffLevel };

/** Returns true if a person may run a report. */
export const mayRun = (report: ReportName, { level }: Pick<Person, 'level'>): boolean =>
  REPORTS[report].shown.access !== 'admin' || level === 'admin';

/** Returns true if a person may read a report that its owner ran. The commission of others is for admins alone. */
export const mayReceive = (report: ReportName, owner: Pick<Person, 'id'>, reader: Person): boolean =>
  mayRun(report, reader) && (report !== 'commission' || reader.level === 'admin' || reader.id === owner.id);

import { sql, type RawBuilder } from 'kysely';
import { onlyRow } from '../../../server/database/only-row.ts';
import type { Db, Staff } from '../../../server/process/context.ts';
import type { SheetRow, WorkbookSheet } from '../../../server/workbook/workbook.ts';
import type { StatusMoment } from '../../tee-times/moment/moment.queries.ts';
import { streamRows } from '../running/snapshot.queries.ts';
import type { ReportPeriod } from '../words/period.rules.ts';

/** The input of a report: a snapshot of the database, the report's parameters, the user who asks, and the moment. */
export type ReportInput<Query> = {
  db: Db;
  query: Query;
  staff: Pick<Staff, 'id' | 'name' | 'level'>;
  moment: StatusMoment;
  /** The office's time zone; `today` is the current day there. */
  zone: string;
  today: string;
};
/** A sheet of a report. The workbook adds one title and the name of the user who ran the report to all its sheets. */
export type UnreadReportSheet = Omit<WorkbookSheet, 'title' | 'lines'> & {
  /** The period of the sheet, if it differs from the report's. */
  period?: string;
};

/** A report before its rows are read: its rows are read on demand, in one snapshot of the database. */
export type UnreadReport = {
  title: string;
  /** The report's period in words: `Nov 1 2026 to Nov 30 2026, by play date`. */
  period: string;
  /** The report's other parameters, in words. */
  parameters?: string;
  sheets: UnreadReportSheet[];
  /**
   * Returns the number of rows of the longest sheet, so that a report with too many rows is rejected before its first byte is
   * sent.
   */
  expected?: () => Promise<number>;
  /** Compares the report's figures with the ledger while rows are read; null for a report without the money of tee times. */
  agreement: { readonly offBy: number } | null;
};

export type ReportMaker<Query> = (input: ReportInput<Query>) => UnreadReport | Promise<UnreadReport>;

/** SQL for the creator of a tee time: the staff user (`agent`, of AGENT_NAMES_SQL) by today's name, else the stored text. */
export const CREATOR_NAME = sql<string>`coalesce(agent.name, t.agent)`;

/** SQL that sorts by a text without regard to case, as every list does. */
export const textSortKey = (text: RawBuilder<unknown>) => sql`fold(${text}) collate "C"`;

/** SQL condition on tee_time_figures t: the tee time was created on the given days, in the office's time zone. */
export const createdOnSql = ({ start_date, end_date }: ReportPeriod, zone: string) => sql`
  t.created_at >= ${start_date}::date::timestamp at time zone ${zone}
  and t.created_at < (${end_date}::date + 1)::timestamp at time zone ${zone}`;

export const playedOnSql = ({ start_date, end_date }: ReportPeriod) =>
  sql`t.play_date between ${start_date}::date and ${end_date}::date`;

/** Yields the rows of a SQL statement as rows of a sheet, batch by batch; each may become several rows of the sheet. */
export async function* streamSheetRows<StatementRow>(
  db: Db,
  query: RawBuilder<StatementRow>,
  rows: (found: StatementRow) => SheetRow[],
): AsyncGenerator<SheetRow[]> {
  for await (const found of streamRows<StatementRow>(db, query)) yield found.flatMap(rows);
}

/** Returns the number of tee times that meet a condition on `t`, including canceled ones. */
export async function countTeeTimesWhere(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{
    count: number;
  }>`select count(*) as count from tee_times t where ${condition}`.execute(db);
  return onlyRow(found).count;
}

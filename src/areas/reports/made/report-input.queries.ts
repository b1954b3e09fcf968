import { sql, type RawBuilder } from 'kysely';
import { onlyRow } from '../../../server/database/only-row.ts';
import type { Db, Staff } from '../../../server/process/context.ts';
import type { Row, Sheet } from '../../../server/workbook/workbook.ts';
import type { Moment } from '../../tee-times/moment/moment.queries.ts';
import { streamRows } from '../running/snapshot.queries.ts';
import type { Span } from '../words/period.rules.ts';

/** The input of a report: a snapshot of the database, the parameters, the person who asks, and the moment. */
export type ReportInput<Query> = {
  db: Db;
  query: Query;
  staff: Pick<Staff, 'id' | 'name' | 'level'>;
  moment: Moment;
  /** The office's time zone, and its current day. */
  zone: string;
  today: string;
};
/** A sheet of a report. The workbook gives all its sheets one title, and names the person who ran it. */
export type ReportSheet = Omit<Sheet, 'title' | 'lines'> & {
  /** The period of the sheet, if it is not the report's. */
  period?: string;
};

/** A report before its rows are read: reading happens on demand, in one snapshot of the database. */
export type Report = {
  title: string;
  /** The period in words: `Nov 1 2026 to Nov 30 2026, by play date`. */
  period: string;
  /** The other parameters, in words. */
  parameters?: string;
  sheets: ReportSheet[];
  /** Returns the number of rows of the longest sheet before any is read: too many are rejected before the first byte. */
  expected?: () => Promise<number>;
  /** Compares the figures with the ledger while rows are read; null for a report without the money of tee times. */
  agreement: { readonly offBy: number } | null;
};

export type ReportMaker<Query> = (input: ReportInput<Query>) => Report | Promise<Report>;

/** SQL for the creator of a tee time: the staff user (`agent`, of AGENT_NAMES) by today's name, else the stored text. */
export const CREATOR_NAME = sql<string>`coalesce(agent.name, t.agent)`;

/** Sorts text without regard to case, as every list does. */
export const byText = (text: RawBuilder<unknown>) => sql`fold(${text}) collate "C"`;

/** SQL condition on tee_time_figures t: created on the given days of the office. */
export const createdOn = ({ start_date, end_date }: Span, zone: string) => sql`
  t.created_at >= ${start_date}::date::timestamp at time zone ${zone}
  and t.created_at < (${end_date}::date + 1)::timestamp at time zone ${zone}`;

export const playedOn = ({ start_date, end_date }: Span) =>
  sql`t.play_date between ${start_date}::date and ${end_date}::date`;

/** Yields the rows of a statement as rows of a sheet, one or several for each, batch by batch. */
export async function* sheetRows<StatementRow>(
  db: Db,
  query: RawBuilder<StatementRow>,
  rows: (found: StatementRow) => Row[],
): AsyncGenerator<Row[]> {
  for await (const found of streamRows<StatementRow>(db, query)) yield found.flatMap(rows);
}

/** Returns the number of tee times played or created on these days, including canceled ones. */
export async function countTeeTimesOn(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{
    count: number;
  }>`select count(*) as count from tee_times t where ${condition}`.execute(db);
  return onlyRow(found).count;
}

import { sql, type RawBuilder } from 'kysely';
import { onlyRow } from '../../../server/database/only-row.ts';
import type { Db, Staff } from '../../../server/process/context.ts';
import type { Row, Sheet } from '../../../server/workbook/workbook.ts';
import type { Moment } from '../../tee-times/list/list.queries.ts';
import { streamed } from '../running/snapshot.queries.ts';
import type { Span } from '../words/period.rules.ts';

/** What a report is made from: a snapshot of the database, and who asks for what, when. */
export type Asked<Query> = {
  db: Db;
  query: Query;
  staff: Pick<Staff, 'id' | 'name' | 'level'>;
  moment: Moment;
  /** The office's time zone, and its day now. */
  zone: string;
  today: string;
};
/** A sheet of a report; its workbook gives all of them one title and who ran it. */
export type ReportSheet = Omit<Sheet, 'title' | 'lines'> & {
  /** What it is about, where that is not what the report is. */
  period?: string;
};

/** A report as it is asked for: its rows are read when somebody reads them, in one snapshot of the database. */
export type Report = {
  title: string;
  /** What it is about, in words: `Nov 1 2026 to Nov 30 2026, by play date`. */
  period: string;
  /** What else was asked for, in words. */
  parameters?: string;
  sheets: ReportSheet[];
  /** How many rows its longest sheet may have, asked before any is read: too many are refused before the first byte. */
  expected?: () => Promise<number>;
  /** What its figures are compared with the ledger by, while its rows are read; null where it has no money of tee times. */
  agreement: { readonly offBy: number } | null;
};

export type Made<Query> = (asked: Asked<Query>) => Report | Promise<Report>;

/** Who made a tee time: the staff user (`agent`, of AGENT_NAMES) by today's name, else the text that is kept. */
export const AGENT = sql<string>`coalesce(agent.name, t.agent)`;

/** Sorts text without regard to case, as every list does. */
export const byText = (text: RawBuilder<unknown>) => sql`fold(${text}) collate "C"`;

/** Tee times that were created on some days of the office's, as a condition on tee_time_figures t. */
export const createdOn = ({ start_date, end_date }: Span, zone: string) => sql`
  t.created_at >= ${start_date}::date::timestamp at time zone ${zone}
  and t.created_at < (${end_date}::date + 1)::timestamp at time zone ${zone}`;

export const playedOn = ({ start_date, end_date }: Span) =>
  sql`t.play_date between ${start_date}::date and ${end_date}::date`;

/** The rows of a statement as rows of a sheet, one or several of each, batch by batch. */
export async function* rowsOf<Found>(
  db: Db,
  query: RawBuilder<Found>,
  rows: (found: Found) => Row[],
): AsyncGenerator<Row[]> {
  for await (const found of streamed<Found>(db, query)) yield found.flatMap(rows);
}

/** How many tee times were played or created on these days, canceled ones too. */
export async function countOf(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{
    count: number;
  }>`select count(*) as count from tee_times t where ${condition}`.execute(db);
  return onlyRow(found).count;
}

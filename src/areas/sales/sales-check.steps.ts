import { sql } from 'kysely';
import { addDays, businessNow, daysBetween } from '../../contract/dates.ts';
import { onlyRow } from '../../server/database/only-row.ts';
import type { Db, AppContext } from '../../server/process/context.ts';
import { salesProblems, type BusinessDayRange } from './sales-days.queries.ts';

const RECENT_DAYS = 62;
const PART_DAYS = 31;
const PART_MS = 600_000;

/** Returns the business days from the first tee time's creation to the last one's, or null without tee times. */
export async function daysOfSales(db: Db, zone: string): Promise<BusinessDayRange | null> {
  const found = await sql<{ from: string | null; to: string | null }>`
    select min(created_on) - 1 as "from", max(created_on) as "to" from tee_time_counts where tee_times > 0`.execute(
    db,
  );
  const { from, to } = onlyRow(found);
  return from === null || to === null ? null : { from, to, zone };
}

/**
 * Returns problems: stored daily sums that differ from their tee times. Checks the last two months, and every ten minutes
 * another earlier month, so that all years of a large company are checked within a day or two.
 */
export async function checkSalesSums(app: AppContext): Promise<string[]> {
  const { db, settings } = app;
  const { businessTimeZone: zone } = settings;
  const days = await daysOfSales(db, zone);
  if (days === null) return [];
  const now = app.now();
  const { date: today } = businessNow(now, zone);
  const recent = { from: addDays(today, -RECENT_DAYS), to: today, zone };
  return [...(await salesProblems(db, recent)), ...(await salesProblems(db, nextDaysToCheck(days, now)))];
}

/** Returns a month of the given days, another one every ten minutes. */
export function nextDaysToCheck({ from, to, zone }: BusinessDayRange, now: Date): BusinessDayRange {
  const count = Math.ceil((daysBetween(from, to) + 1) / PART_DAYS);
  const first = addDays(from, PART_DAYS * (Math.floor(now.getTime() / PART_MS) % count));
  return { from: first, to: addDays(first, PART_DAYS - 1), zone };
}

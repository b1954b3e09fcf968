import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { StaffLevel } from '../../../contract/wire.ts';
import { hashToken } from '../../../server/access/access.ts';
import { SignedOut } from '../../../server/http/errors.ts';
import type { Db } from '../../../server/process/context.ts';

const SECONDS = 60;
/** The error message for a link whose ticket was used before or has expired. */
export const USED_LINK_MESSAGE = 'This link was for one use within a minute. Please run the report again.';

/** Returns a key for a report and its parameters, which does not depend on the order of the parameters. */
export const reportTicketKey = (report: string, query: object): string =>
  JSON.stringify([report, Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/** Creates a ticket that lets the session `client` open one report with the given parameters. */
export async function createReportTicket(
  db: Db,
  { client, asked, now }: { client: string; asked: string; now: Date },
) {
  const ticket = randomBytes(32).toString('base64url');
  await sql`delete from report_tickets where expires_at < ${now}`.execute(db);
  await sql`insert into report_tickets (token_hash, client, asked, expires_at)
    values (${hashToken(ticket)}, ${client}, ${asked}, ${new Date(now.getTime() + SECONDS * 1000)})`.execute(
    db,
  );
  return ticket;
}

export type ReportTicketHolder = { id: number; name: string; email: string; level: StaffLevel };

/**
 * Consumes a ticket and returns its holder; null if it does not exist. Throws SignedOut if the ticket has expired, its session
 * has ended, or it is for another report. The ticket is deleted in every case.
 */
export async function redeemReportTicket(
  db: Db,
  { ticket, asked, now }: { ticket: string; asked: string; now: Date },
): Promise<ReportTicketHolder | null> {
  const { rows } = await sql<ReportTicketHolder & { asked: string; expires_at: string; is_open: boolean }>`
    with taken as (delete from report_tickets where token_hash = ${hashToken(ticket)} returning client, asked, expires_at)
    select u.id, u.name, u.email, u.level, t.asked, t.expires_at,
      s.ended_at is null and s.expires_at > ${now} and u.removed_at is null as is_open
    from taken t join sign_ins s on s.client = t.client join staff_users u on u.id = s.staff_user_id`.execute(
    db,
  );
  const [held] = rows;
  if (!held) return null;
  if (!held.is_open || Date.parse(held.expires_at) < now.getTime() || held.asked !== asked)
    throw new SignedOut(USED_LINK_MESSAGE);
  return { id: held.id, name: held.name, email: held.email, level: held.level };
}

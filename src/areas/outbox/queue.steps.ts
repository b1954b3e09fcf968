import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Staff } from '../../server/process/context.ts';
import { onlyRow } from '../../server/database/only-row.ts';
import { PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import { staffRateLimitKey, takeFromRateLimit, type RateLimitRule } from '../../server/access/allowances.ts';
import { NotFound, RejectedByRule } from '../../server/http/errors.ts';
import type { Settings } from '../../server/process/settings.ts';
import type { TemplateKind, TeeTimeEmailKind } from '../email-templates/email-templates.contract.ts';
import {
  savedTemplatesSql,
  writeEmailFromTemplate,
  type SavedTemplates,
  type WrittenEmail,
} from '../email-templates/email-templates.queries.ts';
import { insertOperation, settleOperation } from '../operations/operations.queries.ts';
import { teeTimeCalendarFile } from './calendar/calendar.texts.ts';
import { loadTeeTimeEmailData } from './outbox-email.queries.ts';
import { closeEmailNotices } from './outbox.queries.ts';
import { insertEmails, type EmailRow } from './waiting/waiting.queries.ts';
import { parseEmailList } from '../../contract/emails.ts';

type Mail = { operation_id: string; tee_time_id: number; kinds: TeeTimeEmailKind[]; settings: Settings };

/**
 * Writes the e-mails of a tee time to the outbox, in the transaction of their cause; the worker sends them later. An operation
 * sends one e-mail of each kind to a recipient, which replaces a waiting one. Returns the number of e-mails.
 */
export async function queueTeeTimeEmails(db: Db, mail: Mail): Promise<number> {
  const rows = await writeTeeTimeEmails(db, mail);
  await insertEmails(db, rows);
  return rows.length;
}

type Receiving = { should_email_customer: boolean; should_email_course: boolean };

/** Queues the receipts of a booked or changed tee time: to its customer and to its course, if they should get one. */
export async function queueReceipts(
  db: Db,
  { should_email_customer, should_email_course }: Receiving,
  mail: Omit<Mail, 'kinds'>,
): Promise<void> {
  const kinds: TeeTimeEmailKind[] = [];
  if (should_email_customer) kinds.push('receipt');
  if (should_email_course) kinds.push('course_receipt');
  if (kinds.length > 0) await queueTeeTimeEmails(db, { ...mail, kinds });
}

/** Returns the e-mails of a tee time with its current data, one for each kind and recipient. */
export async function writeTeeTimeEmails(db: Db, { kinds, ...cause }: Mail): Promise<EmailRow[]> {
  const found = await loadTeeTimeEmailData(db, cause.tee_time_id, kinds);
  if (!found) throw new NotFound('This tee time');
  const rows: EmailRow[] = [];
  for (const kind of kinds) {
    const recipients = recipientsOf(kind, found);
    if (recipients.length === 0) continue;
    const hasCalendar = CALENDAR_WITH[kind] === found.state;
    const calendar = hasCalendar ? calendarOfTeeTime(found, cause) : null;
    const calendar_sequence = hasCalendar ? found.sequence : null;
    rows.push(
      ...(await lettersOf(db, { ...cause, kind }, { ...found, recipients, calendar, calendar_sequence })),
    );
  }
  return rows;
}

type Cause = { operation_id: string; kind: TemplateKind; settings: Settings } & (
  { tee_time_id: number } | { gift_certificate_id: number }
);
type Writing = {
  recipients: string[];
  variables: Record<string, unknown>;
  calendar?: string | null;
  calendar_sequence?: number | null;
};

/** The kinds of e-mail that have a calendar file attached, each with the state in which the tee time must be. */
const CALENDAR_WITH: Partial<Record<TeeTimeEmailKind, string>> = {
  receipt: 'booked',
  cancellation: 'canceled',
};

type TeeTimeLetter = NonNullable<Awaited<ReturnType<typeof loadTeeTimeEmailData>>>;
/** Returns a calendar file that adds a tee time to the reader's calendar, or removes a canceled one, on the course's clock. */
function calendarOfTeeTime(
  { state, play_date, play_time, time_zone, written_at, sequence, variables }: TeeTimeLetter,
  { tee_time_id, settings }: { tee_time_id: number; settings: Settings },
): string {
  const { players, confirmation, course } = variables;
  return teeTimeCalendarFile({
    uid: `tee-time-${tee_time_id}@${hostOf(settings)}`,
    sender: { name: emailSenderName(settings), address: addressOf(settings) },
    play_date,
    play_time,
    players,
    confirmation,
    course,
    sequence,
    time_zone: time_zone ?? settings.businessTimeZone,
    written_at: new Date(written_at),
    is_canceled: state === 'canceled',
  });
}

type Mailed = {
  operation_id: string;
  letter: Pick<WrittenEmail, 'subject' | 'html' | 'text'>;
  recipients: string[];
  file: { name: string; type: string; bytes: Uint8Array } | null;
  settings: Settings;
};

/** Writes the e-mails with a report to the outbox, one for each recipient. All share one stored copy of the workbook. */
export async function queueReportEmails(
  db: Db,
  { letter, recipients, file, settings, operation_id }: Mailed,
) {
  const kept =
    file && (await db.insertInto('outbox_files').values(file).returning('id').executeTakeFirstOrThrow());
  const cause = { operation_id, kind: 'report' as const, file_id: kept?.id ?? null };
  await insertEmails(
    db,
    recipients.map((recipient) => ({
      ...letter,
      ...cause,
      recipient,
      file_name: file?.name ?? null,
      message_id: freshId(settings),
    })),
  );
}

type Trial = {
  operation_id: string;
  kind: TemplateKind;
  letter: WrittenEmail;
  staff: Staff;
  settings: Settings;
};

/** Writes a test e-mail to the staff user who is editing a template; the e-mail belongs to no record. */
export const queueTestEmail = (db: Db, { letter, staff, settings, ...cause }: Trial): Promise<void> =>
  insertEmails(db, [
    { ...cause, ...letter, is_trial: true, recipient: staff.email, message_id: freshId(settings) },
  ]);

/** Writes one e-mail for each recipient to the outbox, which replaces a waiting one. Returns the number of e-mails. */
export async function queueTemplateEmails(db: Db, cause: Cause, writing: Writing): Promise<number> {
  const rows = await writeTemplateEmails(db, cause, writing);
  await insertEmails(db, rows);
  return rows.length;
}

/** Returns one e-mail for each recipient, written from the template that is in use. */
export async function writeTemplateEmails(db: Db, cause: Cause, writing: Writing): Promise<EmailRow[]> {
  const saved = await sql<{
    saved: SavedTemplates;
  }>`${PREPARED_STATEMENT_MARK} select ${savedTemplatesSql([cause.kind])} as saved`.execute(db);
  return lettersOf(db, cause, { ...writing, ...onlyRow(saved) });
}

async function lettersOf(
  db: Db,
  { settings, ...cause }: Cause,
  {
    saved,
    recipients,
    variables,
    calendar = null,
    calendar_sequence = null,
  }: Writing & { saved: SavedTemplates },
): Promise<EmailRow[]> {
  const letter = await writeEmailFromTemplate(db, cause.kind, {
    saved,
    variables: { ...variables, sender: emailSenderName(settings) },
  });
  return recipients.map((recipient) => ({
    ...letter,
    ...cause,
    recipient,
    calendar,
    calendar_sequence,
    message_id: freshId(settings),
  }));
}

function recipientsOf(
  kind: TeeTimeEmailKind,
  to: { email: string; alt_emails: string; course_email: string | null },
): string[] {
  const emails = parseEmailList(
    kind === 'course_receipt' ? (to.course_email ?? '') : `${to.email},${to.alt_emails}`,
  );
  // Addresses that differ only in case are the same mailbox, which gets one e-mail.
  const plain = emails.map((email) => email.toLowerCase());
  return emails.filter((_, at) => plain.indexOf(plain[at] ?? '') === at);
}

const freshId = (settings: Settings): string => `<${randomUUID()}@${hostOf(settings)}>`;

/** Returns the name of the sender that e-mails show. */
export const emailSenderName = ({ mailFrom: sender }: Settings): string =>
  sender.replace(/<.*/, '').replaceAll('"', '').trim() || sender.replace(/[<>]/g, '');
const addressOf = ({ mailFrom: sender }: Settings): string =>
  /[^\s<>@]+@[^\s<>@]+(?=>?$)/.exec(sender)?.[0] ?? 'no-reply@ric.example';
const hostOf = (settings: Settings): string => addressOf(settings).replace(/.*@/, '');

const MAILS: RateLimitRule = {
  what: 'mails',
  times: 30,
  inSeconds: 60,
  says: 'You have sent many mails within a minute.',
};

/**
 * Counts e-mails that a person requested, in the transaction that writes them. Throws TooManyRequests after more than 30 in a minute.
 */
export const countRequestedEmails = (
  db: Db,
  staff: Staff,
  { times, now }: { times: number; now: Date },
): Promise<void> => takeFromRateLimit(db, MAILS, { who: staffRateLimitKey(staff), now, times });

type Again = { staff: Staff; tee_time_id: number; kind: TeeTimeEmailKind; settings: Settings; now: Date };

/**
 * Sends an e-mail of a tee time again, because a staff user asked for it. Throws RejectedByRule if the tee time's state does not allow
 * that.
 */
export async function resendTeeTimeEmail(
  db: Db,
  { staff, tee_time_id, kind, settings, now }: Again,
): Promise<{ message: string }> {
  // The lock waits for a concurrent edit of the tee time, so that the e-mail contains the edited data.
  await sql`select from tee_times where id = ${tee_time_id} for share`.execute(db);
  const found = await loadTeeTimeEmailData(db, tee_time_id, [kind]);
  if (!found) throw new NotFound('This tee time');
  const refusal = refusalOf(kind, found.state);
  if (refusal) throw new RejectedByRule(refusal);
  const operation_id = await insertOperation(db, {
    kind: 'send',
    actor: staff,
    fingerprint: `${kind} ${tee_time_id}`,
  });
  const queued = await queueTeeTimeEmails(db, { operation_id, tee_time_id, kinds: [kind], settings });
  if (queued === 0) throw new RejectedByRule('The customer has no e-mail address.');
  await closeEmailNotices(db, { kind, tee_time_id }, staff);
  await countRequestedEmails(db, staff, { times: queued, now });
  await settleOperation(db, operation_id, 200, {});
  return { message: 'Success' };
}

function refusalOf(kind: TeeTimeEmailKind, state: string): string | null {
  if (kind === 'cancellation') return state === 'canceled' ? null : 'This tee time is not canceled.';
  if (state === 'pending') return "The payment's outcome is not known yet.";
  if (state === 'failed') return 'This booking failed: there is nothing to send.';
  if (state === 'canceled' && kind === 'voucher') return 'This tee time is canceled: its voucher is void.';
  return null;
}

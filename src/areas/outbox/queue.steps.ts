import { randomUUID } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { Db, Staff } from '../../server/process/context.ts';
import type { Outbox } from '../../server/database/tables.ts';
import { onlyRow } from '../../server/database/only-row.ts';
import { PREPARED } from '../../server/database/prepared.ts';
import { NotFound, Refused } from '../../server/http/errors.ts';
import type { Settings } from '../../server/process/settings.ts';
import type { MailKind, TeeTimeMail } from '../email-templates/email-templates.contract.ts';
import {
  savedTemplates,
  writeLetter,
  type SavedTemplates,
} from '../email-templates/email-templates.queries.ts';
import { newOperation, settleOperation } from '../operations/operations.queries.ts';
import { findTeeTimeLetter } from './letter.queries.ts';
import { emailsOf } from '../../contract/emails.ts';

type Mail = { operation_id: string; tee_time_id: number; kinds: TeeTimeMail[]; settings: Settings };

/**
 * Writes the letters of a tee time to the outbox, in the transaction of their cause; the worker sends them. One letter
 * per operation, kind and recipient, and none beside one that still waits. Answers how many recipients there are.
 */
export async function queueTeeTimeMail(db: Db, { kinds, ...cause }: Mail): Promise<number> {
  const found = await findTeeTimeLetter(db, cause.tee_time_id, kinds);
  if (!found) throw new NotFound('This tee time');
  const rows: LetterRow[] = [];
  for (const kind of kinds) {
    const recipients = recipientsOf(kind, found);
    if (recipients.length > 0)
      rows.push(...(await lettersOf(db, { ...cause, kind }, { ...found, recipients })));
  }
  await insertLetters(db, rows);
  return rows.length;
}

type Cause = { operation_id: string; kind: MailKind; settings: Settings } & (
  { tee_time_id: number } | { gift_certificate_id: number }
);
type Writing = { recipients: string[]; variables: Record<string, unknown> };

/** Writes one letter for each recipient to the outbox, beside none that still waits. Answers how many recipients there are. */
export async function queueLetter(db: Db, cause: Cause, writing: Writing): Promise<number> {
  const saved = await sql<{
    saved: SavedTemplates;
  }>`${PREPARED} select ${savedTemplates([cause.kind])} as saved`.execute(db);
  const rows = await lettersOf(db, cause, { ...writing, ...onlyRow(saved) });
  await insertLetters(db, rows);
  return rows.length;
}

type LetterRow = Insertable<Outbox>;

async function lettersOf(
  db: Db,
  { settings, ...cause }: Cause,
  { saved, recipients, variables }: Writing & { saved: SavedTemplates },
): Promise<LetterRow[]> {
  const letter = await writeLetter(db, cause.kind, {
    saved,
    variables: { ...variables, sender: nameOf(settings.mailFrom) },
  });
  return recipients.map((recipient) => ({
    ...letter,
    ...cause,
    recipient,
    message_id: `<${randomUUID()}@${hostOf(settings.mailFrom)}>`,
  }));
}

async function insertLetters(db: Db, rows: LetterRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .modifyEnd(PREPARED)
    .execute();
}

function recipientsOf(
  kind: TeeTimeMail,
  to: { email: string; alt_emails: string; course_email: string | null },
): string[] {
  const emails = emailsOf(
    kind === 'course_receipt' ? (to.course_email ?? '') : `${to.email},${to.alt_emails}`,
  );
  // The same mailbox in other letters is one mail.
  const plain = emails.map((email) => email.toLowerCase());
  return emails.filter((_, at) => plain.indexOf(plain[at] ?? '') === at);
}

const nameOf = (sender: string): string =>
  sender.replace(/<.*/, '').replaceAll('"', '').trim() || sender.replace(/[<>]/g, '');
const hostOf = (sender: string): string => /@([^\s<>@]+)>?$/.exec(sender)?.[1] ?? 'ric.example';

type Again = { staff: Staff; tee_time_id: number; kind: TeeTimeMail; settings: Settings };

/** Sends a letter of a tee time again because a person asked; Refused with a sentence where it makes no sense. */
export async function sendAgain(
  db: Db,
  { staff, tee_time_id, kind, settings }: Again,
): Promise<{ message: string }> {
  const found = await findTeeTimeLetter(db, tee_time_id, [kind]);
  if (!found) throw new NotFound('This tee time');
  const refusal = refusalOf(kind, found.state);
  if (refusal) throw new Refused(refusal);
  const operation_id = await newOperation(db, { kind: 'send', staff, fingerprint: `${kind} ${tee_time_id}` });
  const queued = await queueTeeTimeMail(db, { operation_id, tee_time_id, kinds: [kind], settings });
  if (queued === 0) throw new Refused('The customer has no e-mail address.');
  await settleOperation(db, operation_id, 200, {});
  return { message: 'Success' };
}

function refusalOf(kind: TeeTimeMail, state: string): string | null {
  if (kind === 'cancellation') return state === 'canceled' ? null : 'This tee time is not canceled.';
  if (state === 'pending') return "The payment's outcome is not known yet.";
  if (state === 'failed') return 'This booking failed: there is nothing to send.';
  if (state === 'canceled' && kind === 'voucher') return 'This tee time is canceled: its voucher is void.';
  return null;
}

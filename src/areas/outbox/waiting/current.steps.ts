import type { Db, AppContext } from '../../../server/process/context.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import {
  isCertificateEmail,
  TEMPLATE_KINDS,
  type CertificateEmailKind,
} from '../../email-templates/email-templates.contract.ts';
import { withdrawEmail, type DueEmail } from '../outbox.queries.ts';
import { writeTemplateEmails, writeTeeTimeEmails } from '../queue.steps.ts';
import { checkLeasedEmail, insertEmails, rewriteEmail, type EmailRow } from './waiting.queries.ts';

/**
 * Returns the current recipient and variables of an e-mail about a gift certificate, or null if it is not to be sent any more.
 */
export type LoadCertificateEmail = (
  db: Db,
  gift_certificate_id: number,
  kind: CertificateEmailKind,
) => Promise<{ recipient: string; variables: Record<string, unknown> } | null>;

/**
 * Returns a leased e-mail with current data, under a new Message-ID if its text has changed. Returns null if it must not be
 * sent: it was withdrawn concurrently, or it no longer has this recipient. E-mails to other recipients are then queued in its
 * place.
 */
export async function refreshEmail(app: AppContext, mail: DueEmail, certificateNow?: LoadCertificateEmail) {
  const held = await checkLeasedEmail(app.db, mail);
  if (!held?.may_be_stale) return held && mail;
  return runTransaction(app.db, async (db) => {
    const rows = await lettersNow(db, app, { mail, certificateNow });
    if (!rows) return mail;
    const own = rows.find(({ recipient }) => recipient.toLowerCase() === mail.recipient.toLowerCase());
    if (own) return isSame(own, mail) ? mail : rewriteEmail(db, mail, own);
    if (await withdrawEmail(db, mail, rows.length > 0 ? GOES_ELSEWHERE : GOES_NOWHERE))
      await insertEmails(db, rows);
    return null;
  });
}

const GOES_ELSEWHERE = 'It goes to another address now.';
const GOES_NOWHERE = 'There is nobody to send it to, or nothing to send, any more.';

type MailToCheck = { mail: DueEmail; certificateNow: LoadCertificateEmail | undefined };

/**
 * Returns the e-mails of one operation and kind as they would be written now; null for an e-mail that is not written from a
 * record.
 */
async function lettersNow(
  db: Db,
  { settings }: AppContext,
  { mail, certificateNow }: MailToCheck,
): Promise<EmailRow[] | null> {
  const { operation_id, tee_time_id, gift_certificate_id } = mail;
  const kind = TEMPLATE_KINDS.find((each) => each === mail.kind);
  if (!kind) return null;
  if (!isCertificateEmail(kind))
    return tee_time_id === null
      ? null
      : writeTeeTimeEmails(db, { operation_id, tee_time_id, kinds: [kind], settings });
  if (gift_certificate_id === null || !certificateNow) return null;
  const now = await certificateNow(db, gift_certificate_id, kind);
  if (!now) return [];
  const cause = { operation_id, gift_certificate_id, kind, settings };
  return writeTemplateEmails(db, cause, { recipients: [now.recipient], variables: now.variables });
}

/** Returns a calendar file without its number and time, because these change whenever it is written. */
const entryOf = (calendar: string | null | undefined) =>
  calendar?.replaceAll(/^(DTSTAMP|SEQUENCE):.*\r\n/gm, '') ?? null;

const isSame = (row: EmailRow, mail: DueEmail): boolean =>
  row.subject === mail.subject &&
  row.html === mail.html &&
  row.text === mail.text &&
  entryOf(row.calendar) === entryOf(mail.calendar);

import { MailRejected } from '../../integrations/mail/mailer.ts';
import type { AppContext } from '../../server/process/context.ts';
import { dieAtFaultPoint } from '../../server/process/fault-points.ts';
import { startTimer, type RepeatingTimer } from '../../server/process/timer.ts';
import { refreshEmail, type LoadCertificateEmail } from './waiting/current.steps.ts';
import { EMAIL_LEASE_MS, releaseReplacementEmail } from './waiting/waiting.queries.ts';
import {
  findAttachedFile,
  releaseEmails,
  giveUpEmail,
  leaseDueEmails,
  markEmailSent,
  scheduleEmailRetry,
  type DueEmail,
} from './outbox.queries.ts';

// One commit leases this many e-mails, which must be sent within BEGUN_WITHIN_MS. Each is then marked as sent by its own
// commit.
const AT_ONCE = 10;
const BEGUN_WITHIN_MS = 30_000;
const FIRST_RETRY_S = 60;
const LONGEST_RETRY_S = 3600;
const TRIES = 30; // The attempts take about a day.

type Sending = { isStopping?: () => boolean; certificateNow?: LoadCertificateEmail | undefined };

/**
 * Starts the worker that sends the waiting e-mails of the outbox; a dead mail server delays nothing else. `stop` waits only for
 * the e-mail that is being sent.
 */
export const startOutboxWorker = (app: AppContext, certificateNow: LoadCertificateEmail): RepeatingTimer =>
  startTimer(
    app.settings.outboxEveryMs,
    'outbox',
    (isStopping) => sendDueEmails(app, { isStopping, certificateNow }),
    { commits: app.commits, on: /\boutbox\b/ },
  );

/**
 * Sends the due e-mails: leases a few in one short statement, then sends them one by one without holding a database connection.
 * Returns the number of attempts.
 */
export async function sendDueEmails(
  app: AppContext,
  { isStopping = () => false, certificateNow }: Sending = {},
): Promise<number> {
  for (let tried = 0; ;) {
    const begun = performance.now();
    const mails = await leaseDueEmails(app.db, { leaseMs: EMAIL_LEASE_MS, most: AT_ONCE });
    if (mails.length === 0) return tried;
    dieAtFaultPoint('outbox.taken');
    for (const [at, mail] of mails.entries()) {
      if (isStopping() || performance.now() - begun > BEGUN_WITHIN_MS) {
        await releaseEmails(app.db, mails.slice(at));
        return tried;
      }
      await sendCurrent(app, mail, certificateNow);
      tried += 1;
    }
  }
}

/** Sends an e-mail with current data. If it cannot be written, the attempt counts as failed, and other e-mails are still sent. */
async function sendCurrent(
  app: AppContext,
  mail: DueEmail,
  certificateNow?: LoadCertificateEmail,
): Promise<void> {
  let current: DueEmail | null;
  try {
    current = await refreshEmail(app, mail, certificateNow);
  } catch (error) {
    return endFailedTry(app, mail, error);
  }
  if (current) await sendMail(app, current);
  else await releaseReplacementEmail(app.db, mail);
}

async function sendMail(app: AppContext, mail: DueEmail): Promise<void> {
  const { recipient, subject, html, text, calendar, file_id, message_id } = mail;
  const { mailFrom: from, mailReplyTo: reply_to } = app.settings;
  // Attached files are loaded one at a time, because several at once would need much memory.
  const file = file_id === null ? null : await findAttachedFile(app.db, file_id);
  const failure = await app.integrations.mailer
    .send({ message_id, subject, html, text, calendar, file, from, reply_to, to: recipient })
    .then(() => null)
    .catch((error: unknown) => ({ error }));
  if (!failure) {
    dieAtFaultPoint('outbox.accepted');
    if (!(await markEmailSent(app.db, mail))) await releaseReplacementEmail(app.db, mail);
    return;
  }
  await endFailedTry(app, mail, failure.error);
}

async function endFailedTry(app: AppContext, mail: DueEmail, error: unknown): Promise<void> {
  const { tries } = mail;
  const reason = reasonOf(error, app.settings.smtpUrl);
  const seconds = Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** (tries - 1));
  if (error instanceof MailRejected || tries >= TRIES) {
    await giveUpEmail(app.db, mail, reason);
    app.live.tell('notices');
  } else await scheduleEmailRetry(app.db, mail, seconds, reason);
  await releaseReplacementEmail(app.db, mail);
}

// Returns a reason that staff can read, without the password of the mail server: a server may repeat its input in an error.
function reasonOf(error: unknown, smtpUrl: string | undefined): string {
  const reason = error instanceof Error ? error.message : 'unknown';
  const { username, password } = smtpUrl ? new URL(smtpUrl) : { username: '', password: '' };
  const [user, secret] = [decoded(username), decoded(password)];
  const redacted = [base64(`\0${user}\0${secret}`), base64(secret), password, secret];
  return (secret === '' ? reason : redacted.reduce((text, one) => text.replaceAll(one, '***'), reason)).slice(
    0,
    500,
  );
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

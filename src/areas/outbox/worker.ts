import { MailRefused } from '../../outside/mail/mailer.ts';
import type { Desk } from '../../server/context.ts';
import { every, type Timer } from '../../server/timer.ts';
import { notify } from '../payments/audit.queries.ts';
import { leaseDueMails, markMailFailed, markMailSent, retryMailIn, type DueMail } from './outbox.queries.ts';

const LEASE_MS = 120_000;
const FIRST_RETRY_S = 60;
const LONGEST_RETRY_S = 3600;
const TRIES = 30; // about a day

/** Sends what waits in the outbox, again and again; a dead mail server stops nothing else. */
export const startOutboxWorker = (desk: Desk): Timer =>
  every(desk.settings.outboxEveryMs, 'outbox', () => sendDueMails(desk));

/** One round: takes due mails in a short transaction, and sends each holding no connection. Answers how many were taken. */
export async function sendDueMails(desk: Desk): Promise<number> {
  const mails = await leaseDueMails(desk.db, LEASE_MS);
  for (const mail of mails) await sendMail(desk, mail);
  return mails.length;
}

async function sendMail(
  desk: Desk,
  { id, recipient, tries, tee_time_id, ...letter }: DueMail,
): Promise<void> {
  try {
    await desk.outside.mailer.send({ ...letter, from: desk.settings.mailFrom, to: recipient });
    await markMailSent(desk.db, id);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    if (error instanceof MailRefused || tries >= TRIES) {
      await markMailFailed(desk.db, id, reason);
      const message = `An e-mail to ${recipient} could not be delivered: ${reason}`;
      await notify(desk.db, { kind: 'mail', message, tee_time_id });
    } else {
      await retryMailIn(desk.db, id, Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** (tries - 1)), reason);
    }
  }
}

import { isIP } from 'node:net';
import { hostname } from 'node:os';
import nodemailer from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailRejected, type Mail, type Mailer } from './mailer.ts';

type SmtpSettings = {
  /** The address of the mail server, `smtp://` or `smtps://`, with user and password if the server requires a sign-in. */
  url: string;
  /** The e-mail address for bounces. */
  envelopeFrom: string;
  /** The address at which staff open RIC; its host, if it is a full name, is RIC's name in the SMTP greeting. */
  officeUrl: string;
  timeoutMs?: number | undefined;
};

/**
 * Creates a mailer that sends through a mail server; a server that is unreachable, busy or rejects RIC's sign-in is a
 * temporary failure.
 */
export function smtpMailer({ url, envelopeFrom, officeUrl, timeoutMs = 10_000 }: SmtpSettings): Mailer {
  const transport = nodemailer.createTransport({
    url,
    name: smtpGreetingName({ officeUrl, envelopeFrom }),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const envelope = { from: envelopeFrom, to: mail.to };
      // An address with foreign letters must not be sent without SMTPUTF8 (RFC 6531), but nodemailer would send it.
      if (hasForeignMailbox(envelope) && !(await takesForeignMailboxes(transport.options)))
        throw new MailRejected(NO_SMTPUTF8);
      const sent = await transport
        .sendMail({ ...toNodemailerMessage(mail), envelope })
        .catch((error: unknown) => {
          throw isPermanent(error) ? new MailRejected(sentenceOf(error)) : error;
        });
      // The other recipients have received the e-mail, so a retry would send it to them twice.
      if (sent.rejected.length > 0)
        throw new MailRejected(`Not accepted for ${sent.rejected.map(String).join(', ')}.`);
    },
  };
}

/**
 * Returns the name for EHLO: the first full host name among RIC's own address, this machine's name, and the sender's
 * domain. Many mail servers reject a name without a dot (RFC 5321, 4.1.1.1).
 */
export function smtpGreetingName(
  { officeUrl, envelopeFrom }: Pick<SmtpSettings, 'officeUrl' | 'envelopeFrom'>,
  machine = hostname(),
): string {
  const domain = /@([^\s<>@]+)/.exec(envelopeFrom)?.[1] ?? '';
  return [new URL(officeUrl).hostname, machine].find(isFullName) ?? domain;
}

const isFullName = (name: string): boolean =>
  name.includes('.') && isIP(name) === 0 && !/^localhost\b/.test(name);

const NO_SMTPUTF8 =
  'The mail server does not take addresses with letters other than a to z before the @ (it does not offer SMTPUTF8).';
// Returns true if an address has letters outside of ASCII before the @; a domain with such letters has an ASCII form.
const hasForeignMailbox = (envelope: { from: string; to: string }): boolean =>
  [envelope.from, envelope.to].some((list) => mailboxesIn(list).some((name) => /[^\0-\x7f]/.test(name)));
const mailboxesIn = (list: string): string[] =>
  list
    .split('@')
    .slice(0, -1)
    .map((before) => before.split(/[\s<>,]/).at(-1) ?? '');

/** Asks the mail server over a separate connection if it takes addresses with letters outside of ASCII. */
function takesForeignMailboxes(options: object): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection(options);
    connection.once('error', reject);
    connection.connect((error) => {
      // The connection's last answer is the one to EHLO, which lists the server's extensions.
      const offered = String(connection.lastServerResponse);
      connection.quit();
      if (error) reject(error);
      else resolve(/^250[ -]SMTPUTF8\b/im.test(offered));
    });
  });
}

/** Converts an e-mail to nodemailer's form. */
export const toNodemailerMessage = ({
  message_id,
  from,
  reply_to,
  to,
  subject,
  html,
  text,
  calendar,
  file,
}: Mail) => ({
  messageId: message_id,
  from,
  replyTo: reply_to,
  // This header prevents automatic replies such as vacation notices (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  to,
  subject,
  html,
  text,
  attachments: [
    ...(calendar ? [calendarFile(calendar)] : []),
    ...(file ? [{ filename: file.name, contentType: file.type, content: Buffer.from(file.bytes) }] : []),
  ],
});

// In base64 the calendar's line ends stay as the format requires. The calendar's method is in the file and must also be
// in its media type.
const calendarFile = (content: string) =>
  ({
    filename: 'tee-time.ics',
    contentType: `text/calendar; charset=utf-8; method=${/^METHOD:(\w+)/m.exec(content)?.[1] ?? 'PUBLISH'}`,
    contentTransferEncoding: 'base64',
    content,
  }) as const;

function isPermanent(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : null;
  const answer = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
  // An e-mail without a single valid address fails before the server answers.
  if (code === 'EENVELOPE' && answer === 0) return true;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && answer >= 500;
}

const sentenceOf = (error: Error) =>
  `The mail server refused the mail: ${'response' in error ? String(error.response) : error.message}`;

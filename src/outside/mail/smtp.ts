import nodemailer from 'nodemailer';
import { MailRefused, type Mail, type Mailer } from './mailer.ts';

type SmtpSettings = {
  /** `smtp://` or `smtps://` with user and password where the server asks for them. */
  url: string;
  /** Where bounces go. */
  envelopeFrom: string;
  timeoutMs?: number | undefined;
};

/** Sends through a mail server; a server that is away, busy or refuses our sign-in is a temporary failure. */
export function smtpMailer({ url, envelopeFrom, timeoutMs = 10_000 }: SmtpSettings): Mailer {
  const transport = nodemailer.createTransport({
    url,
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
      const sent = await transport.sendMail({ ...asMessage(mail), envelope }).catch((error: unknown) => {
        throw isPermanent(error) ? new MailRefused(sentenceOf(error)) : error;
      });
      // The others have theirs: sending it again would double it for them.
      if (sent.rejected.length > 0)
        throw new MailRefused(`Not accepted for ${sent.rejected.map(String).join(', ')}.`);
    },
  };
}

/** A mail as nodemailer takes it. */
export const asMessage = ({ message_id, from, to, subject, html, text, calendar, file }: Mail) => ({
  messageId: message_id,
  from,
  to,
  subject,
  html,
  text,
  attachments: [
    ...(calendar ? [calendarFile(calendar)] : []),
    ...(file ? [{ filename: file.name, contentType: file.type, content: Buffer.from(file.bytes) }] : []),
  ],
});

// As base64 its line ends stay what the format asks for; what is to be done with it stands in it, and beside it as well.
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
  // A mail without a single readable address never gets as far as an answer.
  if (code === 'EENVELOPE' && answer === 0) return true;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && answer >= 500;
}

const sentenceOf = (error: Error) =>
  `The mail server refused the mail: ${'response' in error ? String(error.response) : error.message}`;

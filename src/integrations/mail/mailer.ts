/** A complete e-mail: `to` may have several addresses, separated by commas. */
export type Mail = {
  /** A unique id that RIC makes, like `receipt-42@ric.example`; a retry has the same id. */
  message_id: string;
  from: string;
  /** The e-mail address for replies, if it is not `from`. */
  reply_to?: string | undefined;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** An iCalendar file to attach; null if the e-mail has nothing for a calendar. */
  calendar?: string | null;
  /** A file to attach; `type` is its media type. */
  file?: { name: string; type: string; bytes: Uint8Array } | null;
};

export interface Mailer {
  /** Sends an e-mail. Throws `MailRejected` if a retry would be useless; any other error is temporary. */
  send(mail: Mail): Promise<void>;
}

/** An error for an e-mail that the mail server rejected permanently. */
export class MailRejected extends Error {
  override readonly name = 'MailRejected';
}

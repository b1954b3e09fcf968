/** A complete mail: `to` may name several addresses, separated by commas. */
export type Mail = {
  /** Our own unique id, like `receipt-42@ric.example`; a retry carries the same. */
  message_id: string;
  from: string;
  /** The address for replies, if it is not `from`. */
  reply_to?: string | undefined;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** An iCalendar file to attach; null if there is nothing to put into a calendar. */
  calendar?: string | null;
  /** A file to attach; `type` is its media type. */
  file?: { name: string; type: string; bytes: Uint8Array } | null;
};

export interface Mailer {
  /** Throws `MailRejected` if a retry is useless; any other error is temporary. */
  send(mail: Mail): Promise<void>;
}

/** The mail server rejected this mail permanently. */
export class MailRejected extends Error {
  override readonly name = 'MailRejected';
}

/** One mail, whole: `to` may name several addresses, separated by commas. */
export type Mail = {
  /** Ours and unique, like `receipt-42@ric.example`; a repeat carries the same. */
  message_id: string;
  from: string;
  /** Where answers go instead of to `from`. */
  reply_to?: string | undefined;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** iCalendar, attached as a file; null where there is nothing to put into a calendar. */
  calendar?: string | null;
  /** Attached as it is; `type` is its media type. */
  file?: { name: string; type: string; bytes: Uint8Array } | null;
};

export interface Mailer {
  /** Throws `MailRefused` when trying again is of no use; any other error is temporary. */
  send(mail: Mail): Promise<void>;
}

/** The mail server refused this mail for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

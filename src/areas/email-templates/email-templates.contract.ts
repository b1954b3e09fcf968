/** What is mailed, each kind from a template of its own. The database knows the same. */
export const MAIL_KINDS = [
  'receipt',
  'course_receipt',
  'voucher',
  'cancellation',
  'gift_certificate_receipt',
  'gift_certificate',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
export type CertificateMail = Extract<MailKind, `gift_certificate${string}`>;
export type TeeTimeMail = Exclude<MailKind, CertificateMail>;

/** A kind as people read it: `gift certificate receipt`. */
export const wordsOf = (kind: MailKind): string => kind.replaceAll('_', ' ');

/** The same as a title: `Gift certificate receipt`. */
export const TITLES: Record<MailKind, string> = {
  receipt: 'Receipt',
  course_receipt: 'Course receipt',
  voucher: 'Voucher',
  cancellation: 'Cancellation',
  gift_certificate_receipt: 'Gift certificate receipt',
  gift_certificate: 'Gift certificate',
};

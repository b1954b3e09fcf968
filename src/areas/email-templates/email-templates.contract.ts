/** What is mailed to customers and courses, each kind from a template of its own. The database knows the same. */
export const MAIL_KINDS = [
  'receipt',
  'course_receipt',
  'voucher',
  'cancellation',
  'gift_certificate_receipt',
  'gift_certificate',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
/** What the outbox has: those, and a report that is mailed on a schedule, which no template writes. */
export const LETTER_KINDS = [...MAIL_KINDS, 'report'] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];
export type CertificateMail = Extract<MailKind, `gift_certificate${string}`>;
export type TeeTimeMail = Exclude<MailKind, CertificateMail>;
export const isCertificateMail = (kind: MailKind): kind is CertificateMail =>
  kind.startsWith('gift_certificate');

/** A kind as people read it: `gift certificate receipt`. */
export const wordsOf = (kind: LetterKind): string => kind.replaceAll('_', ' ');

/** The same as a title: `Gift certificate receipt`. */
export const TITLES: Record<MailKind, string> = {
  receipt: 'Receipt',
  course_receipt: 'Course receipt',
  voucher: 'Voucher',
  cancellation: 'Cancellation',
  gift_certificate_receipt: 'Gift certificate receipt',
  gift_certificate: 'Gift certificate',
};

/** Where the page is that a letter is shown in, its HTML being told to it by the screen around it. */
export const LETTER_FRAME = '/letter-frame';

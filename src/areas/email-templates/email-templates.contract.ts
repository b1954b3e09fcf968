/** The kinds of e-mail to customers and courses, each with its own template. The database has the same list. */
export const TEMPLATE_KINDS = [
  'receipt',
  'course_receipt',
  'voucher',
  'cancellation',
  'gift_certificate_receipt',
  'gift_certificate',
] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];
/** The kinds of e-mail in the outbox: the kinds with a template, and a scheduled report, which has none. */
export const EMAIL_KINDS = [...TEMPLATE_KINDS, 'report'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];
export type CertificateEmailKind = Extract<TemplateKind, `gift_certificate${string}`>;
export type TeeTimeEmailKind = Exclude<TemplateKind, CertificateEmailKind>;
export const isCertificateEmail = (kind: TemplateKind): kind is CertificateEmailKind =>
  kind.startsWith('gift_certificate');

/** Returns the name of a kind of e-mail for people: `gift certificate receipt`. */
export const emailKindText = (kind: EmailKind): string => kind.replaceAll('_', ' ');

/** The titles of the kinds of e-mail: `Gift certificate receipt`. */
export const TEMPLATE_TITLES: Record<TemplateKind, string> = {
  receipt: 'Receipt',
  course_receipt: 'Course receipt',
  voucher: 'Voucher',
  cancellation: 'Cancellation',
  gift_certificate_receipt: 'Gift certificate receipt',
  gift_certificate: 'Gift certificate',
};

/** The path of the page in which an e-mail is shown. The screen posts the e-mail's HTML to the page as a message. */
export const EMAIL_FRAME_PATH = '/letter-frame';

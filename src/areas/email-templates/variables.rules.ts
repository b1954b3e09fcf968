import type { CertificateEmailKind, TemplateKind, TeeTimeEmailKind } from './email-templates.contract.ts';

/** A value that a template may print or test: its meaning for authors of templates, and an example. */
export type TemplateVariable = { means: string; sample: string | number | boolean; mayBeEmpty?: true };
/**
 * The variables of a template by name: single values, groups (`course.name`), and lists (`{% for club in clubs %}`), each with
 * the values of one item.
 */
export type TemplateVariables = {
  readonly [name: string]: TemplateVariable | TemplateVariables | readonly [TemplateVariables];
};

const SENDER = { means: 'The name that our e-mails come from', sample: 'San Diego Golf' };
const EMAIL = 'pat.doe@example.com';

const OF_TEE_TIMES = {
  sender: SENDER,
  customer: {
    name: { means: "The customer's first and last name", sample: 'Pat Doe', mayBeEmpty: true },
    email: { means: "The customer's e-mail address", sample: EMAIL, mayBeEmpty: true },
  },
  course: {
    name: { means: 'The name of the course', sample: 'Torrey Pines South' },
    address: {
      means: 'Its address on one line',
      sample: '11480 N Torrey Pines Rd, La Jolla, CA 92037',
      mayBeEmpty: true,
    },
    phone: { means: 'Its phone number', sample: '858-452-3226', mayBeEmpty: true },
  },
  play_date: { means: 'The day of play', sample: 'Fri, Nov 20 2026' },
  play_time: { means: "The time of play, on the course's clock", sample: '07:42' },
  players: { means: 'How many play', sample: 4 },
  confirmation: { means: 'The confirmation number', sample: 'TP-4711' },
  notes: {
    means: 'The notes that the customer sees',
    sample: 'Two carts.\nMeet at the range.',
    mayBeEmpty: true,
  },
  agent: { means: 'Who made the booking', sample: 'Alex Agent' },
  clubs: [
    {
      name: { means: 'Brand and description of the rented set', sample: 'Callaway Rogue' },
      quantity: { means: 'How many of it', sample: 2 },
      charge: { means: 'What they cost together', sample: '$100.00' },
      raw_charge: { means: 'What one costs, in cents', sample: 5000 },
    },
  ],
  charge: { means: 'The price of the round for the whole party', sample: '$1,012.00' },
  discount: { means: 'What the discount takes off', sample: '$20.00' },
  discount_code: { means: 'The code of the discount', sample: 'FALL20', mayBeEmpty: true },
  has_discount: { means: 'Whether there is a discount', sample: true },
  gift_certificate: { means: 'What the gift certificate pays', sample: '$80.00' },
  gift_certificate_serial: { means: 'The number of the gift certificate', sample: 'GC-1', mayBeEmpty: true },
  has_gift_certificate: { means: 'Whether a gift certificate pays', sample: true },
  total: { means: 'What is left to pay', sample: '$1,012.00' },
  has_total: { means: 'Whether anything is left to pay', sample: true },
  paid_by_card: { means: 'Whether a card paid it', sample: true },
  on_account: { means: 'What of it is on account beside what a card paid', sample: '$103.00' },
  has_on_account: { means: 'Whether a part of it is on account beside a card', sample: false },
  payment_id: { means: 'The number of the card payment', sample: 'pay_123', mayBeEmpty: true },
  cancel_hours: { means: 'Hours before play until which it can be canceled; 0 without a limit', sample: 48 },
  course_balance: { means: 'What each player pays at the course', sample: '$35.00' },
  has_course_balance: { means: 'Whether anything is to be paid at the course', sample: true },
  refunded_card: { means: 'What went back to the card', sample: '$900.00' },
  has_refunded_card: { means: 'Whether anything went back to the card', sample: true },
  refunded_certificate: { means: 'What went back to the gift certificate', sample: '$80.00' },
  has_refunded_certificate: { means: 'Whether anything went back to it', sample: true },
  has_refund: { means: 'Whether anything was refunded at all', sample: true },
} as const satisfies TemplateVariables;

/** The variables of e-mails to a course; no e-mail to a customer may contain the additional ones. */
const OF_COURSES = {
  ...OF_TEE_TIMES,
  cost: { means: 'What we owe the course', sample: '$640.00' },
} as const satisfies TemplateVariables;

const OF_CERTIFICATES = {
  sender: SENDER,
  customer: { name: { means: "The purchaser's first and last name", sample: 'Pat Doe', mayBeEmpty: true } },
  recipient: { name: { means: 'The name of who it is for', sample: 'Sam Doe', mayBeEmpty: true } },
  serial: { means: 'The number of the certificate', sample: 'GC-77' },
  value: { means: 'What it is worth', sample: '$150.00' },
  paid: { means: 'What was paid for it', sample: '$135.00' },
  balance: { means: 'What is left on it', sample: '$120.00' },
  who_from: { means: 'Who it is from, as the purchaser put it', sample: 'Aunt Pat', mayBeEmpty: true },
  greeting: { means: 'The words that go with it', sample: 'Happy birthday!\nPlay well.', mayBeEmpty: true },
} as const satisfies TemplateVariables;

const CERTIFICATE_MAILS: readonly TemplateKind[] = [
  'gift_certificate_receipt',
  'gift_certificate',
] satisfies CertificateEmailKind[];
/** Returns true if a kind of e-mail is about a gift certificate; all others are about a tee time. */
export const isAboutCertificate = (kind: TemplateKind): kind is CertificateEmailKind =>
  CERTIFICATE_MAILS.includes(kind);
export const isAboutTeeTime = (kind: TemplateKind): kind is TeeTimeEmailKind => !isAboutCertificate(kind);

/** Returns the variables that the template of a kind of e-mail may use. */
export function templateVariables(kind: TemplateKind): TemplateVariables {
  if (isAboutCertificate(kind)) return OF_CERTIFICATES;
  return kind === 'course_receipt' ? OF_COURSES : OF_TEE_TIMES;
}

/** Returns true for a variable that only an e-mail to a course may use. */
export const isCourseOnlyVariable = (name: string): boolean => name in OF_COURSES && !(name in OF_TEE_TIMES);

/** Returns only the values that a kind of e-mail may use, so that no template can reveal others. */
export const allowedVariables = (
  kind: TemplateKind,
  known: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(known).filter(([name]) => Object.hasOwn(templateVariables(kind), name)));

export const isSingleVariable = (
  one: TemplateVariable | TemplateVariables | readonly [TemplateVariables],
): one is TemplateVariable => 'means' in one && typeof one.means === 'string';
export const isVariableList = (
  one: TemplateVariable | TemplateVariables | readonly [TemplateVariables] | undefined,
): one is readonly [TemplateVariables] => Array.isArray(one);

type Sampled = string | number | boolean | Sampled[] | { [name: string]: Sampled };

/** Returns an example value for each variable. */
export const sampleVariables = (variables: TemplateVariables): Record<string, Sampled> =>
  mapped(variables, ({ sample }) => sample, 1);

/** Returns the variables with the least content: optional texts and lists are empty, numbers are 0, and flags are false. */
export const minimalVariables = (variables: TemplateVariables): Record<string, Sampled> =>
  mapped(variables, bareValueOf, 0);
function bareValueOf({ sample, mayBeEmpty }: TemplateVariable): Sampled {
  if (typeof sample === 'string') return mayBeEmpty ? '' : sample;
  return typeof sample === 'number' ? 0 : false;
}

function mapped(
  variables: TemplateVariables,
  value: (variable: TemplateVariable) => Sampled,
  rows: number,
): Record<string, Sampled> {
  const entries = Object.entries(variables).map(([name, one]) => {
    if (isSingleVariable(one)) return [name, value(one)] as const;
    if (isVariableList(one))
      return [name, Array.from({ length: rows }, () => mapped(one[0], value, rows))] as const;
    return [name, mapped(one, value, rows)] as const;
  });
  return Object.fromEntries(entries);
}

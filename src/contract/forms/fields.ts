import { z } from 'zod';
import { hasCardNumber } from '../cards.ts';
import { cleanEmail, EMAIL_PATTERN, parseEmailList, isEmail } from '../emails.ts';
import { cleanTypedText } from '../typed/clean-typed.ts';
import { isSpreadsheetNumber } from '../typed/shortened.ts';
import type { FormRule } from './form.ts';
import { SentRecordId, UtcInstant, OptionalNumber, NumberOrDigits } from '../wire.ts';

/**
 * The `updated_at` of the record that a form was filled from, by which a stale save is noticed; absent means "save in
 * any case".
 */
export const ExpectedUpdatedAt = UtcInstant.nullish();

// A rule of one field for `.refine(...RULE)`: a condition and its error sentence.
type OfOne<T> = [(value: T) => boolean, string];

const NO_CARD_IN_IT = 'must not have a card number in it';
/** The rule that a text has no card number in it, for text that is of none of the kinds below. */
export const NO_CARD_NUMBER_RULE: OfOne<string> = [(typed) => !hasCardNumber(typed), NO_CARD_IN_IT];

/** Returns the schema of text that no record stores: a search, a password, a card. Stored text has one of the schemas below. */
export const UnstoredText = (max: number) => z.string().trim().max(max);

/**
 * Returns the schema of a value for a program, such as a code, a card number or an address. Invisible characters are
 * removed, because they would make it a different value.
 */
export const CleanedText = (max: number) => z.string().overwrite(cleanTypedText).max(max);

/** Returns the schema of text that may be empty and never contains a card number, which belongs in the card's own field. */
export const TextOrEmpty = (max: number) => UnstoredText(max).refine(...NO_CARD_NUMBER_RULE);

/** Returns the schema of required text, such as a record's name. */
export const RequiredText = (max: number) => TextOrEmpty(max).min(1, 'is required');

/** Returns the schema of text that may be missing; missing text is null. */
export const OptionalText = (max: number) =>
  TextOrEmpty(max)
    .nullish()
    .transform((typed) => typed || null);

/** Returns the schema of a typed whole number. */
export const WholeNumber = (least: number, most: number) =>
  NumberOrDigits(z.number().int().min(least).max(most));

/** Returns the schema of a typed whole number that may be missing; a missing number is null. */
export const WholeNumberOrNone = (least: number, most: number) =>
  OptionalNumber(z.number().int().min(least).max(most)).transform((typed) => typed ?? null);

/** The largest party of one booking: a full shotgun start. */
export const MAX_PLAYERS = 144;
export const Players = WholeNumber(1, MAX_PLAYERS);

/** The schema of the ids of other records that are ticked in a form. */
export const TickedRecordIds = z.array(z.object({ id: SentRecordId })).max(1000);

const MOST_EMAIL = 200;
const NO_EMAIL = 'must be an e-mail address';
/** Returns the schema of an e-mail address in the form of `cleanEmail`; text that is no address is accepted too. */
export const TypedEmail = () => z.string().overwrite(cleanEmail).max(MOST_EMAIL);
/** Returns the schema of a required e-mail address. */
export const RequiredEmail = () =>
  TypedEmail().min(1, { error: 'is required', abort: true }).regex(EMAIL_PATTERN, NO_EMAIL);
/** Returns the schema of an e-mail address that may be missing; a missing address is null. */
export const OptionalEmail = () =>
  TypedEmail()
    .nullish()
    .transform((typed) => typed || null)
    .refine((typed) => typed === null || isEmail(typed), NO_EMAIL);

const NO_EMAILS = 'must be e-mail addresses with commas or semicolons between them';
const wrongEmailIn = (list: string): string | undefined =>
  parseEmailList(list).find((email) => !isEmail(email) || email.length > MOST_EMAIL);
function whyNoEmails({ input }: { input?: unknown }): string {
  const wrong = wrongEmailIn(String(input)) ?? '';
  // The error does not repeat a long text or a card number.
  return wrong.length > 80 || hasCardNumber(wrong) ? NO_EMAILS : `${NO_EMAILS}: “${wrong}” is not one`;
}
const MOST_EMAILS = 10;
/** The schema of a list of e-mail addresses, which may be empty. The error names the first text that is no address. */
export const EmailList = TextOrEmpty(1000)
  .refine((typed) => wrongEmailIn(typed) === undefined, { error: whyNoEmails })
  .refine(
    (typed) => parseEmailList(typed).length <= MOST_EMAILS,
    `must be at most ${MOST_EMAILS} e-mail addresses`,
  );

const A_PHONE: OfOne<string | null> = [
  (typed) => typed === null || /^(\D*\d){7,20}\D*$/.test(cleanTypedText(typed)),
  'must be a phone number of 7 to 20 digits',
];

const SHORTENED: OfOne<string | null> = [
  (typed) => !isSpreadsheetNumber(typed ?? ''),
  'was shortened by a spreadsheet: format its column as text there and export it again',
];

/** Returns true if a phone number is a usual card number. A phone number may have as many digits as the shorter card numbers. */
export const hasCardInPhone = (typed: string): boolean => hasCardNumber(typed, 16);

export const PhoneText = (max: number) =>
  UnstoredText(max)
    .refine((typed) => !hasCardInPhone(typed), NO_CARD_IN_IT)
    .refine(...SHORTENED);

/** Returns the schema of a phone number that may be missing; a missing number is null. */
export const OptionalPhone = (max: number) =>
  PhoneText(max)
    .nullish()
    .transform((typed) => typed || null)
    .refine(...A_PHONE);

/** Returns true for a web address by http or https without a user name or password. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

export const DATES_IN_ORDER_RULE: FormRule<{ start_date: string; end_date: string }> = {
  of: ['start_date', 'end_date'],
  holds: ({ start_date, end_date }) => start_date <= end_date,
  at: 'end_date',
  says: 'must not be before the start',
};

/**
 * Returns the rule that an amount is at most 100 percent, if the flag that makes it dollars is off; `amount` and
 * `flag` are field names.
 */
export const percentLimitRule = <A extends string, F extends string>(amount: A, flag: F) => ({
  of: [amount, flag],
  holds: (form: Record<A, number> & Record<F, boolean>) => form[flag] || form[amount] <= 100_00,
  at: amount,
  says: 'must be at most 100 percent',
});

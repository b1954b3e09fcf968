import { z } from 'zod';
import { hasCardNumber } from '../cards.ts';
import { EMAIL, isEmail } from '../emails.ts';
import { cleanTyped } from '../typed/clean-typed.ts';
import { isShortened } from '../typed/shortened.ts';
import type { Rule } from './form.ts';
import { Id, Instant, NumberOrNone, NumberSent } from '../wire.ts';

/** Sent back with a record so that a stale save is noticed; absent means "save anyway". */
export const SeenAt = Instant.nullish();

// Rules of one field as `.refine(...RULE)` takes them: a condition and its sentence.
type OfOne<T> = [(value: T) => boolean, string];

const NO_CARD_IN_IT = 'must not have a card number in it';
/** For text that is no kind of those below. */
export const NO_CARD: OfOne<string> = [(typed) => !hasCardNumber(typed), NO_CARD_IN_IT];

/** Text as it is typed into no record: a search, a password, a card. Everything else is one of those below. */
export const UnkeptText = (max: number) => z.string().trim().max(max);

/** What a reader takes, such as a code, a card's number or an address: nothing that cannot be seen makes it another one. */
export const TypedValue = (max: number) => z.string().overwrite(cleanTyped).max(max);

/** Text that may be empty, and never has a card's number in it: that belongs into the card's own field alone. */
export const AnyText = (max: number) => UnkeptText(max).refine(...NO_CARD);

/** A record's name, or other text that must be there. */
export const Text = (max: number) => AnyText(max).min(1, 'is required');

/** Text that may be missing, which is null. */
export const OptionalText = (max: number) =>
  AnyText(max)
    .nullish()
    .transform((typed) => typed || null);

/** A whole number that is typed. */
export const WholeNumber = (least: number, most: number) => NumberSent(z.number().int().min(least).max(most));

/** The same where nothing typed is null. */
export const WholeNumberOrNone = (least: number, most: number) =>
  NumberOrNone(z.number().int().min(least).max(most)).transform((typed) => typed ?? null);

/** Other records that are ticked, by their ids. */
export const Ticked = z.array(z.object({ id: Id })).max(1000);

const NO_EMAIL = 'must be an e-mail address';
/** An e-mail address that must be there. */
export const Email = () =>
  TypedValue(200).min(1, { error: 'is required', abort: true }).regex(EMAIL, NO_EMAIL);
/** The same where it may be missing, which is null. */
export const OptionalEmail = () =>
  TypedValue(200)
    .nullish()
    .transform((typed) => typed || null)
    .refine((typed) => typed === null || isEmail(typed), NO_EMAIL);

const A_PHONE: OfOne<string | null> = [
  (typed) => typed === null || /^(\D*\d){7,20}\D*$/.test(cleanTyped(typed)),
  'must be a phone number of 7 to 20 digits',
];

const SHORTENED: OfOne<string | null> = [
  (typed) => !isShortened(typed ?? ''),
  'was shortened by a spreadsheet: format its column as text there and export it again',
];

/** A telephone number may have as many digits as the shorter cards, and never those of the usual ones. */
export const hasCardInPhone = (typed: string): boolean => hasCardNumber(typed, 16);

export const Phone = (max: number) =>
  UnkeptText(max)
    .refine((typed) => !hasCardInPhone(typed), NO_CARD_IN_IT)
    .refine(...SHORTENED);

/** The same where it may be missing, which is null. */
export const OptionalPhone = (max: number) =>
  Phone(max)
    .nullish()
    .transform((typed) => typed || null)
    .refine(...A_PHONE);

/** Whether text is an address of the web, of http or https and without anybody's name or password in it. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

export const DAYS_IN_ORDER: Rule<{ start_date: string; end_date: string }> = {
  of: ['start_date', 'end_date'],
  holds: ({ start_date, end_date }) => start_date <= end_date,
  at: 'end_date',
  says: 'must not be before the start',
};

/** A percent of at most 100, where an amount is a percent because its flag is off: both by their names. */
export const percentOrDollars = <A extends string, F extends string>(amount: A, flag: F) => ({
  of: [amount, flag],
  holds: (form: Record<A, number> & Record<F, boolean>) => form[flag] || form[amount] <= 100_00,
  at: amount,
  says: 'must be at most 100 percent',
});

import { z } from 'zod';
import type { Rule } from './form.ts';
import { Id, Instant, NumberOrNone, NumberSent } from '../wire.ts';

/** Sent back with a record so that a stale save is noticed; absent means "save anyway". */
export const SeenAt = Instant.nullish();

/** Text that may be empty. */
export const AnyText = (max: number) => z.string().trim().max(max);

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

// Rules of one field as `.refine(...RULE)` takes them: a condition and its sentence.
type OfOne<T> = [(value: T) => boolean, string];

export const AN_EMAIL: OfOne<string | null> = [
  (typed) => typed === null || z.email().safeParse(typed).success,
  'must be an e-mail address',
];
export const A_PHONE: OfOne<string | null> = [
  (typed) => typed === null || /^(\D*\d){7,20}\D*$/.test(typed),
  'must be a phone number of 7 to 20 digits',
];

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

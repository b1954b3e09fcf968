import { z } from 'zod';
import { centsFromNumber, MAX_TYPED_CENTS, parseMoney } from '../money.ts';
import { INVALID_AMOUNT_TEXT, amountProblem } from '../typed/amounts.ts';
import { cleanTypedText } from '../typed/clean-typed.ts';

/** The schema of an amount in integer cents. */
export const Cents = z.number().int();
/** The schema of an amount as text with two decimals, e.g. `"412.00"`. */
export const Money = z.string();

export const AMOUNT_TOO_LARGE_TEXT = 'must be at most 999,999.99';
/** Returns true for an amount above MAX_TYPED_CENTS, even if it has more digits than `parseMoney` accepts. */
export function isAmountTooLarge(typed: string | number): boolean {
  const cents = parseMoney(String(typed));
  if (cents !== null) return cents > MAX_TYPED_CENTS;
  return typeof typed === 'number'
    ? typed > MAX_TYPED_CENTS
    : /^\$? ?\d[\d,]{10,}(\.\d*)?$/.test(cleanTypedText(typed));
}

const NOTHING = 'is required';

/** Returns the cents of a typed amount, or the sentence that says why the text is no amount. */
function readDollars(typed: string | number, most: number): number | string {
  const text = cleanTypedText(String(typed));
  if (text === '') return NOTHING;
  const cents = parseMoney(text);
  if (cents !== null && cents <= most) return cents;
  return isAmountTooLarge(typed) ? AMOUNT_TOO_LARGE_TEXT : amountProblem(text);
}

type Issues = { addIssue: (message: string) => void };
function orIssue(read: number | string, context: Issues): number {
  if (typeof read === 'number') return read;
  context.addIssue(read);
  return z.NEVER;
}

const error = ({ input }: { input?: unknown }): string =>
  input === undefined || input === null ? NOTHING : INVALID_AMOUNT_TEXT;
const Dollars = z.union([z.string(), z.number()], { error });

/**
 * The schema of a typed amount in dollars, as text (`"412.00"`) or as a JSON number, which is read by its decimal
 * text. The result is cents from 0 to the maximum.
 */
export const MoneyInput = Dollars.transform((typed, context) =>
  orIssue(readDollars(typed, MAX_TYPED_CENTS), context),
);

/** The schema of a typed amount that is 0 if it is missing. */
export const MoneyOrZero = MoneyInput.default(0);

/** The schema of a typed amount that is null if it is missing. */
export const MoneyOrNone = z
  .union([z.string(), z.number(), z.null()], { error })
  .optional()
  .transform((typed, context) =>
    typed === undefined || typed === null || String(typed).trim() === ''
      ? null
      : orIssue(readDollars(typed, MAX_TYPED_CENTS), context),
  );

/** The schema of an amount that RIC calculated and a screen sends back. Nobody types it, so it has no maximum. */
export const CalculatedMoney = Dollars.transform((sent, context) =>
  orIssue(readDollars(sent, Number.MAX_SAFE_INTEGER), context),
);

const WHOLE_CENTS = 'must be a whole number of cents, 0 or more';

/**
 * The schema of cents that RIC calculated, sent back as a JSON number which the client may have multiplied; see
 * `centsFromNumber`. Never below 0; each use checks a maximum of its own.
 */
export const CalculatedCents = z.number(WHOLE_CENTS).transform((sent, context) => {
  const cents = centsFromNumber(sent);
  return orIssue(cents !== null && cents >= 0 ? cents : WHOLE_CENTS, context);
});

/** The schema of cents from 0 to the maximum of typed amounts. */
export const CentsInput = CalculatedCents.refine((cents) => cents <= MAX_TYPED_CENTS, AMOUNT_TOO_LARGE_TEXT);

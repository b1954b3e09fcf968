import { z } from 'zod';
import {
  TextOrEmpty,
  OptionalPhone,
  OptionalText,
  RequiredText,
  WholeNumber,
  WholeNumberOrNone,
} from './fields.ts';
import { Money, MoneyInput, MoneyOrNone, MoneyOrZero } from './money.ts';
import { DateOnly } from '../wire.ts';

type Column = 'same' | 'cents' | 'none';
/**
 * A kind of a record's field: how the field is shown, accepted, begun and stored. A field that is unlike all others
 * is written out in its record.
 */
export type FieldKind<Shown = z.ZodType, Sent = z.ZodType, Blank = unknown, In extends Column = Column> = {
  /** The schema of the field in an answer. */
  shown: Shown;
  /** The schema of the field in a form: its rule, and its default if it may be missing. */
  sent: Sent;
  /** The initial value of the field in a new record's form. */
  blank: Blank;
  /**
   * The database column: `same` has the name of the field, `cents` has the prefix `raw_`; with `none`, the area reads
   * and saves the field itself.
   */
  column: In;
};

const kept =
  <In extends Column>(column: In) =>
  <Shown, Sent, Blank>(shown: Shown, sent: Sent, blank: Blank): FieldKind<Shown, Sent, Blank, In> => ({
    shown,
    sent,
    blank,
    column,
  });
const same = kept('same');
const cents = kept('cents');

export const fieldKind = {
  /** A kind of field for required text. */
  name: (most: number) => same(z.string(), RequiredText(most), ''),
  /** A kind of field for text that may be empty. */
  text: (most: number) => same(z.string(), TextOrEmpty(most).default(''), ''),
  /** A kind of field for text that may be missing; missing text is null. */
  optionalText: (most: number) => same(z.string().nullable(), OptionalText(most), ''),
  /** A kind of field for a phone number that may be missing; a missing number is null. */
  optionalPhone: (most: number) => same(z.string().nullable(), OptionalPhone(most), ''),
  oneOf: <const Of extends string>(all: readonly Of[], byDefault: NoInfer<Of>, says: string) =>
    same(z.enum(all), z.enum(all, says).default(byDefault), byDefault),
  flag: (byDefault: boolean) => same(z.boolean(), z.boolean().default(byDefault), byDefault),
  whole: (least: number, most: number, byDefault: number) =>
    same(z.number(), WholeNumber(least, most).default(byDefault), byDefault),
  optionalWhole: (least: number, most: number) =>
    same(z.number().nullable(), WholeNumberOrNone(least, most), null),
  day: () => same(DateOnly, DateOnly, ''),
  money: () => cents(Money, MoneyInput, ''),
  moneyOrZero: () => cents(Money, MoneyOrZero, '0.00'),
  optionalMoney: () => cents(Money.nullable(), MoneyOrNone, ''),
};

/** Returns a kind of field with a rule added: a condition and its error sentence. */
export const fieldKindWithRule = <Shown, Sent extends z.ZodType, Blank, In extends Column>(
  of: FieldKind<Shown, Sent, Blank, In>,
  holds: (value: z.output<Sent>) => boolean,
  says: string,
): FieldKind<Shown, Sent, Blank, In> => ({ ...of, sent: of.sent.refine(holds, says) });

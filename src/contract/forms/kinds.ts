import { z } from 'zod';
import { AnyText, OptionalPhone, OptionalText, Text, WholeNumber, WholeNumberOrNone } from './fields.ts';
import { Money, MoneyInput, MoneyOrNone, MoneyOrZero } from '../money.ts';
import { DateOnly } from '../wire.ts';

type Column = 'same' | 'cents' | 'none';
/** What a field of a record is, said once. One that is like no other of RIC is written out in its record. */
export type Kind<Shown = z.ZodType, Sent = z.ZodType, Blank = unknown, In extends Column = Column> = {
  /** As calls answer it. */
  shown: Shown;
  /** As a form is accepted, with its rule, and its default where it may be left out. */
  sent: Sent;
  /** What a new record's form begins with. */
  blank: Blank;
  /** Of the same name, in cents under `raw_` and the name, or none: then the area selects and saves it itself. */
  column: In;
};

const kept =
  <In extends Column>(column: In) =>
  <Shown, Sent, Blank>(shown: Shown, sent: Sent, blank: Blank): Kind<Shown, Sent, Blank, In> => ({
    shown,
    sent,
    blank,
    column,
  });
const same = kept('same');
const cents = kept('cents');

export const kind = {
  /** Text that must be there. */
  name: (most: number) => same(z.string(), Text(most), ''),
  /** Text that may be empty. */
  text: (most: number) => same(z.string(), AnyText(most).default(''), ''),
  /** Text that may be missing, which is null. */
  optionalText: (most: number) => same(z.string().nullable(), OptionalText(most), ''),
  /** A telephone number that may be missing, which is null. */
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

/** The same kind with a rule of its own: a condition and its sentence. */
export const ruled = <Shown, Sent extends z.ZodType, Blank, In extends Column>(
  of: Kind<Shown, Sent, Blank, In>,
  holds: (value: z.output<Sent>) => boolean,
  says: string,
): Kind<Shown, Sent, Blank, In> => ({ ...of, sent: of.sent.refine(holds, says) });

import { formatDay } from '../../contract/dates.ts';
import { percentOfCents } from '../../contract/money/percent.ts';

/**
 * The amount of a discount and the conditions for its use. A bound of 0 means no bound; an empty list of courses means all
 * courses.
 */
export type DiscountTerms = {
  code: string;
  is_dollars: boolean;
  /** The discount in cents if `is_dollars`, otherwise in hundredths of a percent (10 % is 1000). */
  raw_amount: number;
  raw_min_discount: number;
  raw_max_discount: number;
  min_players: number;
  max_players: number;
  start_date: string | null;
  end_date: string | null;
  enabled: boolean;
  gift_certificate_stack: boolean;
  course_ids: readonly number[];
};

/** The terms of a discount that alone determine its amount. */
export type DiscountAmount = Pick<
  DiscountTerms,
  'is_dollars' | 'raw_amount' | 'raw_min_discount' | 'raw_max_discount'
>;

export type DiscountedTeeTime = {
  play_date: string;
  players: number;
  course_id: number;
  withCertificate: boolean;
};

export function discountInCents(chargeCents: number, terms: DiscountAmount): number {
  if (chargeCents <= 0 || terms.raw_amount <= 0) return 0;
  // A discount of more than 100 % counts as 100 %; a larger product could exceed the safe integers.
  const percent = Math.min(terms.raw_amount, 100_00);
  const named = terms.is_dollars ? terms.raw_amount : percentOfCents(chargeCents, percent);
  const raised = Math.max(named, terms.raw_min_discount);
  const held = terms.raw_max_discount > 0 ? Math.min(raised, terms.raw_max_discount) : raised;
  return Math.min(held, chargeCents);
}

/** The error message for a typed code that equals the codes of several discounts, if blanks and hyphens are ignored. */
export const AMBIGUOUS_CODE_TEXT =
  'Several discounts have this code with other blanks or dashes. Please type it exactly.';

export function discountProblem(terms: DiscountTerms | null, round: DiscountedTeeTime): string | null {
  if (!terms) return 'There is no discount with this code.';
  if (!terms.enabled) return `The discount ${terms.code} is not enabled.`;
  return outsideDates(terms, round) ?? outsidePlayers(terms, round) ?? outsideUse(terms, round);
}

function outsideDates({ code, start_date, end_date }: DiscountTerms, { play_date }: DiscountedTeeTime) {
  if (start_date && play_date < start_date)
    return `The discount ${code} is for rounds played from ${formatDay(start_date)} on.`;
  if (end_date && play_date > end_date)
    return `The discount ${code} is for rounds played until ${formatDay(end_date)}.`;
  return null;
}

const playersWord = (players: number): string => (players === 1 ? '1 player' : `${players} players`);

function outsidePlayers({ code, min_players, max_players }: DiscountTerms, { players }: DiscountedTeeTime) {
  if (players < min_players) return `The discount ${code} needs at least ${playersWord(min_players)}.`;
  if (max_players > 0 && players > max_players)
    return `The discount ${code} is for at most ${playersWord(max_players)}.`;
  return null;
}

function outsideUse(terms: DiscountTerms, { course_id, withCertificate }: DiscountedTeeTime) {
  if (terms.course_ids.length > 0 && !terms.course_ids.includes(course_id))
    return `The discount ${terms.code} is not for this course.`;
  if (withCertificate && !terms.gift_certificate_stack)
    return `The discount ${terms.code} cannot be used together with a gift certificate.`;
  return null;
}

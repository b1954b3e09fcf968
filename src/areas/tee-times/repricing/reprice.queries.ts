import { businessNow } from '../../../contract/dates.ts';
import { formatMoney, MAX_TYPED_CENTS, multiplyCents } from '../../../contract/money.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { rejectField } from '../../../server/http/errors.ts';
import { runFormChecks } from '../../../server/records/forms.ts';
import { findCourse } from '../../course-choice/course-choice.queries.ts';
import { inactiveText } from '../../course-choice/course-choice.texts.ts';
import { discountInCents, discountProblem } from '../../discounts/discount.rules.ts';
import { findDiscountByCode } from '../../discounts/discounts.queries.ts';
import { certificateProblem } from '../../gift-certificates/balance/certificate.rules.ts';
import { frozenRateTerms } from '../../rates/choice/frozen-terms.rules.ts';
import { findRateForTeeTime, requireRate, type ChosenRate } from '../../rates/choice/rate-for.queries.ts';
import { suggestedChargeCents } from '../../rates/choice/rate.rules.ts';
import { whyChargeUnusual } from '../changing/unusual-charge.rules.ts';
import { hoursToPlay } from '../moment/moment.queries.ts';
import { priceDifference, repriceRound, amountForPlayers, type RoundPrice } from './change.rules.ts';
import * as texts from './change.texts.ts';
import type { ChangeableTeeTime } from './changeable.queries.ts';
import type { RepriceInput } from './round-changes.contract.ts';

type Course = Awaited<ReturnType<typeof findCourse>>;
/** A changed tee time with its new price: the columns to store, and the warnings to show. */
export type RepricedTeeTime = {
  course: Course;
  round: { players: number; play_date: string; play_time: string; course_id: number };
  /** The new frozen terms; null if they stay. */
  terms: ReturnType<typeof frozenRateTerms> | null;
  raw_cost: number;
  price: RoundPrice;
  difference: number;
  why: string | null;
  warnings: string[];
  large: string | null;
  /** True if nothing about the tee time or its price changes. */
  isSame: boolean;
};
type Asking = { app: AppContext; teeTime: ChangeableTeeTime; input: RepriceInput };

/** Prices a changed tee time from the database alone. Throws InvalidFields with all errors of the changed fields. */
export async function repriceTeeTime(db: Db, asking: Asking): Promise<RepricedTeeTime> {
  const { teeTime, input } = asking;
  const course = await findCourse(db, input.course.id);
  const { play_date, play_time, players } = input;
  const round = { players, play_date, play_time, course_id: course.id };
  const found: { chosen?: ChosenRate | null } = {};
  await runFormChecks([
    () => refusePast(asking, course),
    course.id !== teeTime.course_id && (() => refuseCourse(db, asking, course)),
    async () => {
      found.chosen = await ratedAt(db, asking, course);
    },
  ]);
  const chosen = input.terms === 'today' ? (found.chosen ?? null) : null;
  const charge = chargeOf(asking, chosen, course);
  const discount = await discountOf(db, asking, charge);
  const price = repriceRound(teeTime, { charge, discount: discount.cents });
  const { raw_wholesale_rate } = chosen?.rate ?? teeTime;
  const difference = priceDifference(teeTime, price);
  const isSameRound = ROUND.every((name) => round[name] === teeTime[name]);
  return {
    course,
    round,
    price,
    difference,
    terms: chosen && frozenRateTerms(chosen.rate),
    raw_cost: multiplyCents(raw_wholesale_rate, players) ?? rejectField('players', texts.PRICE_TOO_HIGH_TEXT),
    why: chosen?.why ?? null,
    warnings: [
      ...(isSameRound ? [] : [texts.CALL_COURSE_TEXT]),
      ...discount.warnings,
      ...lateWarnings(asking, difference),
    ],
    large: largeOf(asking, { charge, difference, rated: found.chosen }),
    isSame: isSameRound && difference === 0,
  };
}

function lateWarnings({ app, teeTime }: Asking, difference: number): string[] {
  const isLate = hoursToPlay(app, teeTime) < teeTime.cancel_hours;
  return difference < 0 && isLate ? [texts.lateChangeText(teeTime.cancel_hours)] : [];
}

/** More is asked about by the rule of a booking; by the rates of today the charge is the suggested one. */
function largeOf({ app, input }: Asking, { charge, difference, rated }: Charged): string | null {
  if (difference <= 0) return null;
  const askedFrom = app.settings.largeCharge * 100;
  return whyChargeUnusual({
    charge,
    suggested: input.terms === 'frozen' && rated ? suggestedChargeCents(rated.rate, input.players) : null,
    askedFrom,
    due: difference,
  });
}
type Charged = { charge: number; difference: number; rated: ChosenRate | null | undefined };

const ROUND = ['players', 'play_date', 'play_time', 'course_id'] as const;

// Rejects a play time that is past by the clock of the new course.
function refusePast({ app, input: { play_date, play_time } }: Asking, { time_zone }: Course): void {
  if (hoursToPlay(app, { play_date, play_time, time_zone }) > 0) return;
  const { date } = businessNow(app.now(), time_zone ?? app.settings.businessTimeZone);
  rejectField(play_date < date ? 'play_date' : 'play_time', 'must not be in the past');
}

// Rejects a new course if the booked rental clubs or gift certificate belong to one course.
async function refuseCourse(db: Db, { teeTime, input }: Asking, course: Course): Promise<void> {
  if (course.inactive) rejectField('course', inactiveText(course.course_name));
  if (input.terms === 'frozen') rejectField('course', texts.FROZEN_TERMS_OTHER_COURSE_TEXT);
  const clubs = db.selectFrom('tee_time_rental_clubs').select('rental_club_id');
  if (await clubs.where('tee_time_id', '=', teeTime.id).executeTakeFirst())
    rejectField('course', texts.CLUBS_BELONG_TO_COURSE_TEXT);
  const { serial, certificate_course_id, raw_gift_certificate_amount } = teeTime;
  if (serial === null || raw_gift_certificate_amount === 0) return;
  const certificate = { serial, course_id: certificate_course_id, raw_balance: raw_gift_certificate_amount };
  const refusal = certificateProblem(certificate, { course_id: course.id });
  if (refusal !== null) rejectField('course', refusal);
}

async function ratedAt(db: Db, { app, input }: Asking, course: Course): Promise<ChosenRate | null> {
  const { play_date, play_time, players, terms } = input;
  const chosen = await findRateForTeeTime(db, app, { play_date, play_time, players, course_id: course.id });
  if (chosen === null && terms === 'today')
    rejectField('golf_rate', texts.noRateTodayText(course.course_name));
  requireRate(course, chosen);
  return chosen;
}

function chargeOf({ teeTime, input }: Asking, chosen: ChosenRate | null, course: Course): number {
  const charge = chosen
    ? suggestedChargeCents(chosen.rate, input.players)
    : amountForPlayers(teeTime.raw_charge, input.players, teeTime.players_booked);
  if (charge === null || charge > MAX_TYPED_CENTS) return rejectField('players', texts.PRICE_TOO_HIGH_TEXT);
  return charge > 0 ? charge : rejectField('golf_rate', texts.noChargeText(course.course_name));
}

/** Returns what the booked discount takes off the changed price; if it no longer applies, nothing and the reason. */
async function discountOf(db: Db, { teeTime, input }: Asking, charge: number) {
  const { raw_discount_amount, discount_code, players_booked } = teeTime;
  if (raw_discount_amount === 0) return { cents: 0, warnings: [] };
  if (input.terms === 'frozen') {
    const share = amountForPlayers(raw_discount_amount, input.players, players_booked) ?? 0;
    return { cents: Math.min(share, charge), warnings: [] };
  }
  const discount = await findDiscountByCode(db, discount_code ?? '');
  const { play_date, players, course } = input;
  const withCertificate = teeTime.raw_gift_certificate_amount > 0;
  const refusal = discountProblem(discount, { play_date, players, course_id: course.id, withCertificate });
  if (!discount || refusal !== null) {
    const lost = `${refusal ?? ''} The ${formatMoney(raw_discount_amount)} that it took off falls away.`;
    return { cents: 0, warnings: [lost.trim()] };
  }
  return { cents: discountInCents(charge, discount), warnings: [] };
}

import { moneyText } from '../../../contract/money.ts';
import { rejectField } from '../../../server/http/errors.ts';
import { PartnerRejected } from '../../../server/partners/rejections.ts';
import type { Db, AppContext, Partner } from '../../../server/process/context.ts';
import { withSuggestedCharge } from '../../booking/charge/check.queries.ts';
import { priceBooking } from '../../booking/price/price.queries.ts';
import { limitSerialGuesses } from '../../gift-certificates/balance/guesses.queries.ts';
import { findRateForTeeTime } from '../../rates/choice/rate-for.queries.ts';
import { formatCourseTime } from '../../rates/open-times/rate-open-times.queries.ts';
import { courseNotGrantedError } from '../granted/granted.queries.ts';
import type { PartnerQuote, PartnerQuoteRequest } from '../partner-wire.contract.ts';
import { partnerPrice } from '../partner-answers.rules.ts';
import { findOpenTimeForParty, partnerOpenTime, requireSpots } from './open-times.queries.ts';

type QuoteInput = { partner: Partner; body: PartnerQuoteRequest };

/** Returns the price that a partner's booking of an open time would be charged now. Locks and writes nothing. */
export async function quoteTeeTime(
  db: Db,
  app: AppContext,
  { partner, body }: QuoteInput,
): Promise<PartnerQuote> {
  const { open_time_id, players } = body;
  const time = await findOpenTimeForParty(db, app, { partner, action: 'Book', open_time_id, players });
  if (!time) throw new PartnerRejected(409, 'not_available');
  if (!time.is_granted) throw courseNotGrantedError('Book');
  requireSpots(time, players);
  const round = teeTimeToBook(time, players);
  const chosen = await findRateForTeeTime(db, app, { ...round, course_id: round.course.id });
  if (!chosen) return rejectField('open_time_id', 'is covered by no rate, so that it is not sold');
  const toPrice = withSuggestedCharge({ ...body, tee_time: round }, chosen);
  const price = () => priceBooking(db, toPrice);
  const { totals, discount, certificate } = await (body.gift_cert_serial === ''
    ? price()
    : limitSerialGuesses({ db, app, actor: partner }, price));
  const { spots: _, ...open_time } = partnerOpenTime(time, chosen.rate, players);
  return {
    open_time,
    players,
    price: partnerPrice(totals),
    discount_code: discount?.code ?? null,
    gift_certificate: certificate && {
      serial: certificate.serial,
      raw_balance: certificate.raw_balance,
      balance: moneyText(certificate.raw_balance),
    },
  };
}

type Time = { course_id: number; play_date: string; available_time: number };
/** Returns an open time and a number of players in the form of a tee time that staff book. */
export const teeTimeToBook = ({ course_id, play_date, available_time }: Time, players: number) => ({
  play_date,
  play_time: formatCourseTime(available_time),
  players,
  course: { id: course_id },
});

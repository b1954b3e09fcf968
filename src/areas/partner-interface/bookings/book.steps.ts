import { exactForm } from '../../../contract/names/fold.ts';
import { sql } from 'kysely';
import {
  actorRateLimitKey,
  takeFromRateLimit,
  type RateLimitRule,
} from '../../../server/access/allowances.ts';
import { PendingAnswer } from '../../../server/http/errors.ts';
import { PartnerRejected } from '../../../server/partners/rejections.ts';
import type { Db, AppContext, Partner, PartnerContext } from '../../../server/process/context.ts';
import { BookingResult } from '../../booking/booking.contract.ts';
import { runBooking } from '../../booking/charge/book.steps.ts';
import type { CardlessBooking, BookingAgentColumns } from '../../booking/charge/claim.steps.ts';
import { requestFingerprint } from '../../operations/operations.queries.ts';
import { courseNotGrantedError } from '../granted/granted.queries.ts';
import { checkOrReplayAnswer } from '../made-before.steps.ts';
import type { NewBooking } from '../partner-wire.contract.ts';
import {
  findOpenTimeForParty,
  findRoomForParty,
  lockSpots,
  requireSpots,
  type OpenTimeForParty,
} from '../search/open-times.queries.ts';
import { teeTimeToBook } from '../search/quote.queries.ts';
import { withPartnerErrors } from '../partner-errors.steps.ts';
import { partnerBooking } from '../partner-answers.rules.ts';

export type PartnerRequest = Pick<PartnerContext, 'app' | 'partner' | 'idempotencyKey'>;

/** The rate limit on a partner's bookings and gift certificate sales, over all API keys of the partner. */
export const partnerSalesRateLimit = ({ settings }: AppContext): RateLimitRule => ({
  what: 'partner sales',
  times: settings.partnerBookingsPerHour,
  inSeconds: 3600,
  says: 'You made too many bookings or purchases.',
});

/**
 * Books an open time for a partner as staff book it: at the rate's charge, with a card token or on the partner's account. A
 * repeated request with the same idempotency key gets the answer of the first booking, whatever became of the open time and the
 * grant since. All partners together cannot book more spots than the open time has: a booking beyond that is rejected before the
 * card is charged. Staff may book more, because they ask the course.
 */
export async function bookOpenTime({ app, partner, idempotencyKey: key }: PartnerRequest, body: NewBooking) {
  const { card, ...sent } = body;
  const fingerprint = requestFingerprint({ ...sent, with_card: Boolean(card) });
  const intent = { kind: 'book', actor: partner, key, fingerprint } as const;
  const request = {
    partner,
    action: 'Book',
    open_time_id: body.open_time_id,
    players: body.players,
  } as const;
  const booked = await withPartnerErrors(async () => {
    const { made, checked: time } = await checkOrReplayAnswer(
      app.db,
      { intent, answer: BookingResult },
      async () => {
        const found = await findOpenTimeForParty(app.db, app, request);
        // The open time is no longer stored, because its day is over.
        if (!found) throw new PartnerRejected(409, 'not_available');
        if (!found.is_granted) throw courseNotGrantedError('Book');
        await takeFromRateLimit(app.db, partnerSalesRateLimit(app), {
          who: actorRateLimitKey(partner),
          now: app.now(),
        });
        return found;
      },
    );
    if (!time) return made;
    return runBooking({
      app,
      ...intent,
      credit: await creditOf(app.db, partner, body.agent_email),
      booking: asStaffForm(body, time),
      card: card && { number: card.token, expmo: '', expyr: '', cvv: '' },
      unlessMade: () => requireSpots(time, body.players),
      // The lock and the query are sent together and run one after the other, so that the query sees the bookings that were
      // committed while the lock was awaited.
      lastly: async (db) => {
        const [, now] = await Promise.all([lockSpots(db, time), findRoomForParty(db, app, request)]);
        return () => requireSpots(now, body.players);
      },
    });
  });
  return booked instanceof PendingAnswer ? booked : partnerBooking(booked);
}

/**
 * Returns who gets the credit for a partner's booking. A booking of the public site is credited to the staff user whose e-mail the
 * request names, or to `Site`.
 */
async function creditOf(db: Db, partner: Partner, agent_email: string): Promise<BookingAgentColumns> {
  const api_user_id = partner.id;
  if (!partner.is_public_site) return { source: 'misc', agent: partner.name, api_user_id };
  const agent = await db
    .selectFrom('staff_users')
    .select(['id', 'name'])
    .where(sql`lower_case(email)`, '=', exactForm(agent_email))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  const named = { agent: agent?.name ?? 'Site', staff_user_id: agent?.id ?? null };
  return { source: 'external', ...named, agent_email, api_user_id };
}

function asStaffForm(body: NewBooking, time: OpenTimeForParty): CardlessBooking {
  const { discount_code, gift_cert_serial, rental_clubs, customer, shown_total } = body;
  const { notes, alt_emails, should_email_customer } = body;
  return {
    discount_code,
    gift_cert_serial,
    rental_clubs,
    customer,
    shown_total,
    deal_id: null,
    tee_time: {
      ...teeTimeToBook(time, body.players),
      // The booking replaces this 0 by the rate's charge, once the rate is locked.
      charge: 0,
      notes,
      alt_emails,
      should_email_customer,
      should_email_course: true,
      confirmation: '',
      internal_notes: '',
      folio: '',
      availability_queue_id: null,
      lost_lead_id: null,
    },
  };
}

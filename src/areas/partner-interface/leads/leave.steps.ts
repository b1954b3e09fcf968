import {
  actorRateLimitKey,
  takeFromRateLimit,
  type RateLimitRule,
} from '../../../server/access/allowances.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { formatCourseTime } from '../../rates/open-times/rate-open-times.queries.ts';
import {
  operationAnswer,
  claimOperation,
  claimInTransaction,
  findOperationByKey,
  requestFingerprint,
  settleOperation,
} from '../../operations/operations.queries.ts';
import {
  storeCardAtGateway,
  putOnWaitList,
  requireWaitableDay,
} from '../../wait-list/new-lead/new-lead.steps.ts';
import type { PartnerRequest } from '../bookings/book.steps.ts';
import { requireCourseGrant } from '../granted/granted.queries.ts';
import { PartnerLeadAnswer, type PartnerLeadRequest } from '../partner-wire.contract.ts';
import { openTimesWithRoom } from '../search/open-times.queries.ts';
import { withPartnerErrors } from '../partner-errors.steps.ts';

const leadsAllowance = ({ settings }: AppContext): RateLimitRule => ({
  what: 'partner leads',
  times: settings.partnerLeadsPerHour,
  inSeconds: 3600,
  says: 'You left too many leads.',
});

/**
 * Puts a partner's customer on the wait list, as staff do for a customer on the phone. The card goes to the gateway before anything
 * is stored. The operation, the lead and the answer are stored in one transaction, so that nothing must be resumed after a crash.
 */
export function storeLead({ app, partner, idempotencyKey: key }: PartnerRequest, body: PartnerLeadRequest) {
  const { card: sent, course_id, ...lead } = body;
  const intent = {
    ...({ kind: 'lead', actor: partner, key } as const),
    fingerprint: requestFingerprint({ course_id, ...lead, with_card: Boolean(sent) }),
  };
  return withPartnerErrors(async () => {
    const made = await findOperationByKey(app.db, intent);
    if (made) return operationAnswer(made, PartnerLeadAnswer);
    await requireCourseGrant(app.db, partner, { action: 'Leave a lead', course_id });
    await takeFromRateLimit(app.db, leadsAllowance(app), { who: actorRateLimitKey(partner), now: app.now() });
    await requireWaitableDay(app, course_id, lead.lead_date);
    const card = sent ? await storeCardAtGateway(app, { token: sent.token }) : null;
    dieAtFaultPoint('lead.card_kept');
    const source = partner.is_public_site ? 'public' : 'partner';
    const waiting = {
      lead: { ...lead, course: { id: course_id } },
      card,
      source,
      api_user_id: partner.id,
    } as const;
    const left = await claimInTransaction(app.db, async (db: Db) => {
      const claim = await claimOperation(db, intent);
      if (!claim.isNew) return operationAnswer(claim.operation, PartnerLeadAnswer);
      const { id, open_times } = await putOnWaitList(db, partner, waiting);
      const open = await openTimesWithRoom(db, open_times, lead.players);
      const times = open.map((time) => ({ id: time.id, play_time: formatCourseTime(time.available_time) }));
      const answer = { id, open_times: times };
      await settleOperation(db, claim.id, 200, answer);
      dieAtFaultPoint('lead.leaving');
      return answer;
    });
    dieAtFaultPoint('lead.left');
    return left;
  });
}

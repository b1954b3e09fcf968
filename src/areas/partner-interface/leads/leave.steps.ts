import { asActor, spend, type Allowance } from '../../../server/access/allowances.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { courseClock } from '../../rates/open-times/rate-open-times.queries.ts';
import {
  answerOf,
  claimOperation,
  claiming,
  findMade,
  fingerprintOf,
  settleOperation,
} from '../../operations/operations.queries.ts';
import { keepCard, putOnWaitList, requireOpenCourse } from '../../wait-list/new-lead/new-lead.steps.ts';
import type { PartnerRequest } from '../bookings/book.steps.ts';
import { requireGranted } from '../granted/granted.queries.ts';
import { PartnerLeadAnswer, type NewLead } from '../partner-wire.contract.ts';
import { timesWithRoom } from '../search/open-times.queries.ts';
import { withPartnerErrors } from '../partner-errors.steps.ts';

const leadsAllowance = ({ settings }: AppContext): Allowance => ({
  what: 'partner leads',
  times: settings.partnerLeadsPerHour,
  inSeconds: 3600,
  says: 'You left too many leads.',
});

/**
 * Puts a partner's customer on the wait list, as staff do for a customer on the phone. The card goes to the gateway before anything
 * is stored. The operation, the lead and the answer are stored in one transaction, so that nothing must be resumed after a crash.
 */
export function storeLead({ app, partner, idempotencyKey: key }: PartnerRequest, body: NewLead) {
  const { card: sent, course_id, ...lead } = body;
  const intent = {
    ...({ kind: 'lead', actor: partner, key } as const),
    fingerprint: fingerprintOf({ course_id, ...lead, with_card: Boolean(sent) }),
  };
  return withPartnerErrors(async () => {
    const made = await findMade(app.db, intent);
    if (made) return answerOf(made, PartnerLeadAnswer);
    await requireGranted(app.db, partner, { action: 'Leave a lead', course_id });
    await spend(app.db, leadsAllowance(app), { who: asActor(partner), now: app.now() });
    await requireOpenCourse(app, course_id, lead.lead_date);
    const card = sent ? await keepCard(app, { token: sent.token }) : null;
    faultPoint('lead.card_kept');
    const source = partner.is_public_site ? 'public' : 'partner';
    const waiting = {
      lead: { ...lead, course: { id: course_id } },
      card,
      source,
      api_user_id: partner.id,
    } as const;
    const left = await claiming(app.db, async (db: Db) => {
      const claim = await claimOperation(db, intent);
      if (!claim.isNew) return answerOf(claim.operation, PartnerLeadAnswer);
      const { id, open_times } = await putOnWaitList(db, partner, waiting);
      const open = await timesWithRoom(db, open_times, lead.players);
      const times = open.map((time) => ({ id: time.id, play_time: courseClock(time.available_time) }));
      const answer = { id, open_times: times };
      await settleOperation(db, claim.id, 200, answer);
      faultPoint('lead.leaving');
      return answer;
    });
    faultPoint('lead.left');
    return left;
  });
}

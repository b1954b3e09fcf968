import { addDays, businessNow } from '../../contract/dates.ts';
import { staffRateLimitKey, takeFromRateLimit, type RateLimitRule } from '../../server/access/allowances.ts';
import { cardMask } from '../../contract/cards.ts';
import type { CallContext } from '../../server/process/context.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import { recordLeadCall, undoLeadCall } from './calling/outcome.queries.ts';
import { findSavedCard, auditCardView, type SavedCardRef } from './card/saved-card.queries.ts';
import { addCallerToWaitList } from './new-lead/new-lead.steps.ts';
import { closeQueue, reopenQueue } from './queue/closing.queries.ts';
import { findQueue } from './queue/queue.queries.ts';
import { waitListCallers, waitListQueues } from './queue/wait-list.queries.ts';
import type { SavedCard, waitList } from './wait-list.contract.ts';

const CARDS_SEEN: RateLimitRule = {
  what: 'saved cards',
  times: 30,
  inSeconds: 3600,
  says: 'You viewed many saved cards.',
};

export const waitListHandlers: CallHandlers<typeof waitList> = {
  queues: ({ db, app }) => waitListQueues(db, app.now()),
  callers: ({ db, app }) => waitListCallers(db, app.now()),
  index: ({ db, app, query }) => findQueue(db, query.id, app.now()),
  close: async ({ query, ...context }) => {
    await closeQueue({ ...context, ...query });
    return { message: 'The queue is closed.' };
  },
  reopen: async ({ body, ...context }) => {
    await reopenQueue({ ...context, ...body });
    return { message: 'The queue is open again.' };
  },
  outcome: ({ body, ...context }) => recordLeadCall({ ...context, ...body }),
  takeBack: async ({ body, ...context }) => {
    await undoLeadCall({ ...context, ...body });
    return {};
  },
  waitFor: ({ body, ...context }) => addCallerToWaitList(context, body.lost_lead),
  fetchCard: (context) => savedCard(context, { queue_id: context.params.queueId }),
  fetchLeadCard: (context) => savedCard(context, { lead_id: context.params.leadId }),
};

async function savedCard(
  { db, app, staff }: Pick<CallContext, 'db' | 'app' | 'staff'>,
  left: SavedCardRef,
): Promise<SavedCard> {
  const today = businessNow(app.now(), app.settings.businessTimeZone).date;
  const card = await findSavedCard(db, left, addDays(today, -1));
  if (!card) return {};
  await takeFromRateLimit(db, CARDS_SEEN, { who: staffRateLimitKey(staff), now: app.now() });
  await auditCardView(db, card.lost_lead_id, staff);
  return { id: card.id, number: cardMask(card.last4), cvv: '', expmo: card.expmo, expyr: card.expyr };
}

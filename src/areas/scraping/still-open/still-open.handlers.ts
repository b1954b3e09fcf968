import type { CallHandlers } from '../../../server/http/serve.ts';
import type { OpenTimeCheck, stillOpen } from './still-open.contract.ts';
import { findLastScrape, requestDayScrape, type LastScrape } from './still-open.queries.ts';

export const stillOpenHandlers: CallHandlers<typeof stillOpen> = {
  look: async ({ db, app, params }) => {
    const now = app.now();
    await requestDayScrape(db, params.id);
    return { asked_at: now.toISOString() };
  },
  looked: async ({ db, app, params, query }) => {
    const now = app.now();
    const known = await findLastScrape(db, params.id, now);
    const isLookedAt = known.looked_at !== null && Date.parse(known.looked_at) >= Date.parse(query.since);
    const seconds_ago = isLookedAt
      ? Math.max(0, Math.round((now.getTime() - Date.parse(known.looked_at ?? '')) / 1000))
      : null;
    return { spots: known.spots, seconds_ago, ...(isLookedAt ? foundOf(known) : waitingOf(known)) };
  },
};

type CheckOutcome = Pick<OpenTimeCheck, 'state' | 'note'>;
const UNCONFIRMED = 'its course system showed no time at all that day, which a second scrape has to confirm.';

function foundOf({ outcome, note, is_missed }: LastScrape): CheckOutcome {
  if (outcome === 'failed') return { state: 'failed', note };
  if (is_missed) return { state: 'gone', note: '' };
  return outcome === 'none' ? { state: 'failed', note: UNCONFIRMED } : { state: 'open', note: '' };
}

function waitingOf({ is_connected, waits, waits_note }: LastScrape): CheckOutcome {
  if (!is_connected) return { state: 'not_connected', note: '' };
  return waits ? { state: 'failed', note: waits_note } : { state: 'waiting', note: '' };
}

import type { Handlers } from '../../../server/http/serve.ts';
import type { CheckedTime, stillOpen } from './still-open.contract.ts';
import { findKnown, scrapeSoon, type LastScrape } from './still-open.queries.ts';

export const stillOpenHandlers: Handlers<typeof stillOpen> = {
  look: async ({ db, app, params }) => {
    const now = app.now();
    await scrapeSoon(db, params.id);
    return { asked_at: now.toISOString() };
  },
  looked: async ({ db, app, params, query }) => {
    const now = app.now();
    const known = await findKnown(db, params.id, now);
    const isLookedAt = known.looked_at !== null && Date.parse(known.looked_at) >= Date.parse(query.since);
    const seconds_ago = isLookedAt
      ? Math.max(0, Math.round((now.getTime() - Date.parse(known.looked_at ?? '')) / 1000))
      : null;
    return { spots: known.spots, seconds_ago, ...(isLookedAt ? foundOf(known) : waitingOf(known)) };
  },
};

type CheckOutcome = Pick<CheckedTime, 'state' | 'note'>;
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

import { durationText } from '../../../contract/ages.ts';
import type { OpenTimeCheck } from './still-open.contract.ts';

type StillOpenNotice = { text: string; tone: 'good' | 'waiting' | 'danger' };

const LONG_S = 60;
const LOOKING = 'Checking whether it is still open …';
const NOT_YET = 'Not checked yet: other scrapes of its course system come first.';

/**
 * Returns the sentence beside an open time that is being booked. `before` are the party sizes that fit when the booking engine was
 * opened; `later` is the number of seconds since the answer, or since the request while the answer is missing.
 */
export function stillOpenText(
  { state, spots, seconds_ago, note }: OpenTimeCheck,
  before: number[],
  later: number,
): StillOpenNotice {
  const checked = `checked ${durationText(((seconds_ago ?? 0) + later) * 1000)} ago`;
  if (state === 'waiting') return { text: later < LONG_S ? LOOKING : NOT_YET, tone: 'good' };
  if (state === 'gone') return { text: `This time is no longer open, ${checked}.`, tone: 'danger' };
  if (state === 'failed') return { text: `Whether it is still open is not known: ${note}`, tone: 'waiting' };
  if (state === 'not_connected') return { text: '', tone: 'good' };
  const isSame = spots.join() === before.join();
  return isSame
    ? { text: `Still open, ${checked}.`, tone: 'good' }
    : { text: `${listed(spots)} now, ${checked}.`, tone: 'waiting' };
}

/** Returns the party sizes as a text: `2 and 4 players`. */
function listed(spots: number[]): string {
  const last = spots.at(-1);
  if (last === undefined) return 'No party can be booked';
  const all = spots.length > 1 ? `${spots.slice(0, -1).join(', ')} and ${last}` : String(last);
  return `${all} ${last === 1 ? 'player' : 'players'}`;
}

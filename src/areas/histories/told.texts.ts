import { formatDay } from '../../contract/dates.ts';
import type { Told } from '../../contract/history/history.ts';
import { formatMoney } from '../../contract/money.ts';
import { counted, listed } from '../../contract/words.ts';
import { LETTER_KINDS, wordsOf } from '../email-templates/email-templates.contract.ts';
import { LETTER_STATES } from '../outbox/outbox.contract.ts';
import { OUTCOME_WORDS } from '../wait-list/said.rules.ts';
import { changesOf, readValue, type Names } from './changes.texts.ts';

type Said = Record<string, unknown>;
/** One thing as it was written down: an audit entry, a letter or a call. */
export type Written = {
  source: 'audit' | 'letter' | 'call';
  id: number;
  created_at: string;
  made_by: string;
  action: string;
  subject: string;
  before: Said | null;
  after: Said | null;
};
/** What the words need to know beside it. */
export type Known = Names & { card_last4: string | null; serial: string | null };

type Words = Pick<Told, 'did'> & Partial<Pick<Told, 'changes' | 'note' | 'letter'>>;
type Writing = Written & { known: Known; timeZone: string };

/** What was done, in words to be read behind a name. */
export function toldOf(written: Written, known: Known, timeZone: string): Told {
  const words = wordsFor({ ...written, known, timeZone });
  return {
    ...{ key: `${written.source} ${written.id}`, at: written.created_at, by: written.made_by },
    ...{ changes: [], note: null, letter: null, ...words },
  };
}

function wordsFor(writing: Writing): Words {
  if (writing.subject === 'rate_date_range') return ofRange(writing);
  // Not what every object answers by itself, such as `toString`.
  const words = Object.hasOwn(WORDS, writing.action) ? WORDS[writing.action] : undefined;
  return words ? words(writing) : { did: writing.action, changes: changed(writing) };
}

const changed = ({ before, after, known, timeZone }: Writing) =>
  changesOf({ before, after }, known, timeZone);
const textIn = (said: Said | null, name: string): string => {
  const value = said?.[name];
  return typeof value === 'string' ? value : '';
};
const centsIn = (said: Said | null, name: string): number => {
  const value = said?.[name];
  return typeof value === 'number' ? value : 0;
};

/** What each action reads as; any other is told as it was written down, with all that it says. */
const WORDS: Record<string, (writing: Writing) => Words> = {
  created: () => ({ did: 'made it' }),
  deleted: () => ({ did: 'deleted it' }),
  edited: (writing) => {
    const changes = changed(writing);
    return { did: changes.length > 0 ? 'changed' : 'saved it, nothing that is shown changed', changes };
  },
  'changed the customer': (writing) => ({ did: 'changed', changes: changed(writing) }),
  booked: ({ after }) => ({
    did: `booked it for ${textIn(after, 'total')}${after?.['paid_by_card'] ? ', by card' : ''}`,
  }),
  'charge declined': ({ after }) => ({
    did: 'tried to book it, and the card was declined',
    note: textIn(after, 'reason') || null,
  }),
  'charge abandoned': ({ after }) => ({
    did: 'tried to book it, and the payment never arrived',
    note: textIn(after, 'reason') || null,
  }),
  canceled: ({ after }) => ({
    did: `canceled it${after?.['forced'] ? ', whatever the course system says' : ''}`,
  }),
  'changed the round': (writing) => ({ did: 'changed the round', changes: changed(writing) }),
  'did not change the round': ({ after }) => ({
    did: 'tried to change the round, and the payment failed',
    note: textIn(after, 'reason') || null,
  }),
  refunded: ({ after, known }) => ({ did: `refunded ${refundRead(after, known)}` }),
  noted: ({ after }) => ({ did: 'wrote a note', note: textIn(after, 'note') }),
  sent: (writing) => letterRead(writing),
  'sent a letter again': ({ after }) => ({
    did: `sent the ${kindRead(after)} to ${textIn(after, 'recipient')} again`,
  }),
  called: ({ after }) => ({ did: `called the customer: ${outcomeRead(after)}` }),
  'took a call back': ({ before }) => ({ did: `took back what was said of a call: ${outcomeRead(before)}` }),
  'put on the wait list': ({ after, known, timeZone }) => ({
    did: `put the customer on the wait list: ${['course_id', 'lead_date', 'play_time', 'players']
      .map((name) => readValue(name, after?.[name], known, timeZone))
      .join(', ')}${after?.['players'] === 1 ? ' player' : ' players'}`,
  }),
  'copied date ranges': ({ after }) => ({
    did: `copied ${counted(sizeOf(after, 'rate_ids'), 'date range')} to ${counted(sizeOf(after, 'course_ids'), 'course')}`,
  }),
};

const sizeOf = (said: Said | null, name: string): number => {
  const value = said?.[name];
  return Array.isArray(value) ? value.length : 0;
};

function refundRead(after: Said | null, { card_last4, serial }: Known): string {
  const card = centsIn(after, 'card');
  const certificate = centsIn(after, 'certificate');
  return listed([
    ...(card > 0
      ? [`${formatMoney(card)} to ${card_last4 === null ? 'the card' : `card ${card_last4}`}`]
      : []),
    ...(certificate > 0 ? [`${formatMoney(certificate)} to gift certificate ${serial ?? ''}`.trim()] : []),
  ]);
}

function kindRead(said: Said | null): string {
  const kind = LETTER_KINDS.find((each) => each === said?.['kind']);
  return kind ? wordsOf(kind) : 'letter';
}

function letterRead({ id, after }: Writing): Words {
  const recipients: unknown = after?.['recipients'];
  const state = LETTER_STATES.find((each) => each === after?.['state']) ?? 'sent';
  return {
    did: `sent the ${kindRead(after)} to ${Array.isArray(recipients) ? listed(recipients.map(String)) : ''}`,
    letter: { id, state, last_error: textIn(after, 'last_error') || null },
  };
}

function outcomeRead(said: Said | null): string {
  const outcome = Object.entries(OUTCOME_WORDS).find(([name]) => name === said?.['outcome']);
  return outcome?.[1] ?? textIn(said, 'outcome');
}

/** A date range has no page of its own: its rate's tells what was done with it. */
function ofRange(writing: Writing): Words {
  const { action, before, after } = writing;
  if (action === 'edited') return { did: 'changed a date range', changes: changed(writing) };
  return {
    did: `${action === 'created' ? 'added' : 'deleted'} the date range ${rangeRead(after ?? before)}`,
  };
}

const rangeRead = (range: Said | null): string =>
  ['start', 'end']
    .map((name) => textIn(range, name))
    .map((day) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? formatDay(day) : day))
    .join(' to ');

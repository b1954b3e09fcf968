import { formatDay } from '../../contract/dates.ts';
import type { HistoryEntry } from '../../contract/history/history.ts';
import { formatMoney } from '../../contract/money.ts';
import { countWithNoun, joinWithAnd } from '../../contract/words.ts';
import { EMAIL_KINDS, emailKindText } from '../email-templates/email-templates.contract.ts';
import { EMAIL_STATES } from '../outbox/outbox.contract.ts';
import { CALL_OUTCOME_LABELS } from '../wait-list/queue-words.rules.ts';
import { fieldChanges, formatFieldValue, type AuditedValues, type HistoryNames } from './changes.texts.ts';
import { isSaid, numberIn, sizeOf, textIn } from './audited-values.texts.ts';

/** An event in a record's history as it was stored: an audit entry, an e-mail or a telephone call. */
export type RecordedEvent = {
  source: 'audit' | 'letter' | 'call';
  id: number;
  created_at: string;
  made_by: string;
  action: string;
  subject: string;
  subject_id: number | null;
  before: AuditedValues | null;
  after: AuditedValues | null;
};
/** The names and numbers that the text of a history entry needs. */
export type HistoryEntryFacts = HistoryNames & {
  /** The id of the record whose history is shown. */
  id: number;
  card_last4: string | null;
  serial: string | null;
};

type Words = Pick<HistoryEntry, 'did'> & Partial<Pick<HistoryEntry, 'changes' | 'note' | 'letter'>>;
type Writing = RecordedEvent & { known: HistoryEntryFacts; timeZone: string };

/** Describes a history entry in words that follow the author's name. */
export function historyEntry(
  written: RecordedEvent,
  known: HistoryEntryFacts,
  timeZone: string,
): HistoryEntry {
  const words = wordsFor({ ...written, known, timeZone });
  const { subject, subject_id } = written;
  // True if the entry is about a customer who was later merged into this one.
  const isOfMerged = subject === 'customer' && subject_id !== null && subject_id !== known.id;
  const did = isOfMerged ? `${words.did} (customer ${subject_id})` : words.did;
  return {
    key: `${written.source} ${written.id}`,
    at: written.created_at,
    by: written.made_by,
    changes: [],
    note: null,
    letter: null,
    ...words,
    did,
  };
}

function wordsFor(writing: Writing): Words {
  if (writing.subject === 'rate_date_range') return ofRange(writing);
  // Only own properties count, because an inherited one such as `toString` is no action.
  const words = Object.hasOwn(WORDS, writing.action) ? WORDS[writing.action] : undefined;
  return words ? words(writing) : { did: writing.action, changes: changed(writing) };
}

const changed = ({ before, after, known, timeZone }: Writing) =>
  fieldChanges({ before, after }, known, timeZone);
/** The fields of a merged customer that say nothing about the person. */
const KEPT_OF_MERGED = ['type', 'created_at', 'updated_at', 'updated_by'];

/** The text for each action; any other action is shown by its stored name, with all its values. */
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
  'changed the round': (writing) => roundRead(writing),
  'did not change the round': ({ after }) => ({
    did: 'tried to change the round, and the payment failed',
    note: textIn(after, 'reason') || null,
  }),
  sold: (writing) => soldRead(writing),
  'did not refund': ({ after }) => ({
    did: 'tried to refund it, and the bank refused',
    note: textIn(after, 'reason') || null,
  }),
  'refund failed': ({ after }) => ({
    did: 'recorded that a refund failed after it had been made',
    note: textIn(after, 'reason') || null,
  }),
  refunded: ({ after, known }) => ({ did: `refunded ${refundRead(after, known)}` }),
  'asked for a refund': ({ after, known }) => ({
    did: `asked to ${after?.['cancel'] === true ? 'cancel it and ' : ''}refund ${refundRead(after, known)}`,
    note: textIn(after, 'reason') || null,
  }),
  'approved a refund': (writing) => decisionRead('approved', writing),
  'refused a refund': (writing) => decisionRead('refused', writing),
  'withdrew a refund': (writing) => decisionRead('withdrew', writing),
  'let a refund lapse': (writing) => decisionRead('let lapse', writing),
  merged: (writing) => mergeRead(writing),
  'merged into another': (writing) => ({
    did: 'merged it into this one, as it was here',
    changes: changed({ ...writing, after: null }).filter(({ field }) => !KEPT_OF_MERGED.includes(field)),
  }),
  noted: ({ after }) => ({ did: 'wrote a note', note: textIn(after, 'note') }),
  sent: (writing) => letterRead(writing),
  'sent a letter again': ({ after }) => ({
    did: `sent the ${kindRead(after)} to ${textIn(after, 'recipient')} again`,
  }),
  called: ({ after }) => ({ did: `called the customer: ${outcomeRead(after)}` }),
  'took a call back': ({ before }) => ({ did: `took back what was said of a call: ${outcomeRead(before)}` }),
  'put on the wait list': ({ after, known, timeZone }) => ({
    did: `put the customer on the wait list: ${['course_id', 'lead_date', 'play_time', 'players']
      .map((name) => formatFieldValue(name, after?.[name], known, timeZone))
      .join(', ')}${after?.['players'] === 1 ? ' player' : ' players'}`,
  }),
  'made a key': ({ after }) => ({ did: `made the key …${textIn(after, 'key_end')}` }),
  'withdrew a key': ({ before }) => ({ did: `withdrew the key …${textIn(before, 'key_end')}` }),
  'made a webhook': ({ after }) => ({ did: `made the webhook ${textIn(after, 'url')}` }),
  "replaced a webhook's secret": ({ after }) => ({
    did: `replaced the secret of the webhook ${textIn(after, 'url')}`,
  }),
  'removed a webhook': ({ before }) => ({ did: `removed the webhook ${textIn(before, 'url')}` }),
  'sent an event again': ({ after }) => ({
    did: `sent an event again: ${textIn(after, 'kind')} of ${textIn(after, 'of').replaceAll('_', ' ')}`,
  }),
  imported: ({ after }) => ({
    did: `imported ${countWithNoun(numberIn(after, 'made'), 'record')} from ${textIn(after, 'file_name')}`,
    note: `${textIn(after, 'kind').replaceAll('_', ' ')}: of ${countWithNoun(numberIn(after, 'rows'), 'row')} ${numberIn(after, 'doubles')} there already, ${numberIn(after, 'refused')} wrong`,
  }),
  exported: ({ after }) => ({
    did: `exported ${countWithNoun(numberIn(after, 'rows'), 'row')} of ${textIn(after, 'list')}${after?.['is_whole'] === false ? ', broken off' : ''}`,
  }),
  'sent a letter': ({ after }) => ({ did: `sent the ${kindRead(after)}${ofWhich(after)}` }),
  'could not send a letter': ({ after }) => ({ did: `gave the ${kindRead(after)} up` }),
  'could not sign in': ({ after }) => ({
    did: `could not sign in: ${textIn(after, 'why')}${oftenRead(after)}`,
  }),
  'signed in': () => ({ did: 'signed in' }),
  'signed out': () => ({ did: 'signed out' }),
  'was refused': ({ after }) => ({ did: `was refused: ${refusedRead(after)}${oftenRead(after)}` }),
  'forgot the customer': () => ({ did: 'erased the personal data: names and contacts were emptied' }),
  'let go': ({ after }) => ({
    did: `let go of ${countWithNoun(numberIn(after, 'entries'), 'entry')} that pass, of seals up to ${numberIn(after, 'up_to_seal')}`,
  }),
  'copied date ranges': ({ after }) => ({
    did: `copied ${countWithNoun(sizeOf(after, 'rate_ids'), 'date range')} to ${countWithNoun(sizeOf(after, 'course_ids'), 'course')}`,
  }),
  'got date ranges': ({ after }) => ({
    did: `copied ${countWithNoun(numberIn(after, 'ranges'), 'date range')} to it from rate ${String(after?.['from_rate_id'])}`,
  }),
};

/** Describes the sale of a gift certificate: value, price, purchaser and recipient. */
function soldRead(writing: Writing): Words {
  const { raw_value, raw_price, by_card, ...after } = writing.after ?? {};
  const worth = typeof raw_value === 'number' ? ` worth ${formatMoney(raw_value)}` : '';
  const price = typeof raw_price === 'number' ? ` for ${formatMoney(raw_price)}` : '';
  return {
    did: `sold it${worth}${price}${by_card ? ', by card' : ''}`,
    changes: changed({ ...writing, after }),
  };
}

/** Describes a changed tee time, and the payment or refund for the change. */
function roundRead(writing: Writing): Words {
  const { moved, ...after } = { moved: null, ...writing.after };
  const said = isSaid(moved) ? moved : null;
  const charged = numberIn(said, 'raw_charged');
  const on_account = numberIn(said, 'raw_on_account');
  const last4 = textIn(said, 'card_last4');
  const back: unknown = said?.['back'];
  const parts = [
    charged > 0 && `charged ${formatMoney(charged)} to ${last4 === '' ? 'the card' : `card ${last4}`}`,
    on_account > 0 && `put ${formatMoney(on_account)} on account`,
    on_account < 0 && `took ${formatMoney(-on_account)} off the account`,
    Array.isArray(back) && `refunded ${joinWithAnd(back.filter(isSaid).map(backRead))}`,
    said?.['is_kept'] === true && 'kept its price',
  ];
  return {
    did: ['changed the round', ...parts.filter(Boolean)].join(', '),
    changes: changed({ ...writing, after }),
  };
}
const backRead = (way: AuditedValues): string =>
  `${formatMoney(numberIn(way, 'raw_amount'))} to ${textIn(way, 'name')}`;

/** Describes a merge of customers: the customer who was merged, and how many records of each kind were moved. */
function mergeRead(writing: Writing): Words {
  const { merged, moved, ...after } = { merged: null, moved: null, ...writing.after };
  const came = joinWithAnd(
    MOVED.map(([name, noun]) => [sizeOf(moved, name), noun] as const)
      .filter(([count]) => count > 0)
      .map(([count, noun]) => countWithNoun(count, noun)),
  );
  const who = isSaid(merged)
    ? `customer ${String(merged['id'])}, ${textIn(merged, 'name').trim()},`
    : 'a customer';
  return {
    did: `merged ${who} into this one${came && `: ${came} came along`}`,
    changes: changed({ ...writing, after }),
  };
}
const MOVED = [
  ['tee_times.customer_id', 'tee time'],
  ['gift_certificates.customer_id', 'bought certificate'],
  ['gift_certificates.recipient_id', 'received certificate'],
  ['lost_leads.customer_id', 'lead'],
] as const;
function refundRead(after: AuditedValues | null, { card_last4, serial }: HistoryEntryFacts): string {
  const card = numberIn(after, 'card');
  const certificate = numberIn(after, 'certificate');
  return joinWithAnd([
    ...(card > 0
      ? [`${formatMoney(card)} to ${card_last4 === null ? 'the card' : `card ${card_last4}`}`]
      : []),
    ...(certificate > 0 ? [`${formatMoney(certificate)} to gift certificate ${serial ?? ''}`.trim()] : []),
  ]);
}

const decisionRead = (decided: string, { after }: Writing): Words => ({
  did: `${decided} the refund that ${textIn(after, 'asked_by')} had asked for`,
  note: textIn(after, 'why') || null,
});

function kindRead(said: AuditedValues | null): string {
  const kind = EMAIL_KINDS.find((each) => each === said?.['kind']);
  return kind ? emailKindText(kind) : 'letter';
}

function letterRead({ id, after }: Writing): Words {
  const recipients: unknown = after?.['recipients'];
  const state = EMAIL_STATES.find((each) => each === after?.['state']) ?? 'sent';
  return {
    did: `sent the ${kindRead(after)} to ${Array.isArray(recipients) ? joinWithAnd(recipients.map(String)) : ''}`,
    letter: { id, state, last_error: textIn(after, 'last_error') || null },
  };
}

const OF_WHICH = { tee_time_id: 'tee time', gift_certificate_id: 'gift certificate' };
const ofWhich = (said: AuditedValues | null): string =>
  Object.entries(OF_WHICH)
    .filter(([name]) => numberIn(said, name) > 0)
    .map(([name, noun]) => ` of ${noun} ${numberIn(said, name)}`)
    .join('');

const refusedRead = (said: AuditedValues | null): string => {
  const status = numberIn(said, 'status');
  return status > 0 ? `${textIn(said, 'call')} (${status})` : textIn(said, 'why');
};
const oftenRead = (said: AuditedValues | null): string => {
  const times = numberIn(said, 'times');
  return times > 1 ? `, ${times} times` : '';
};

function outcomeRead(said: AuditedValues | null): string {
  const outcome = Object.entries(CALL_OUTCOME_LABELS).find(([name]) => name === said?.['outcome']);
  return outcome?.[1] ?? textIn(said, 'outcome');
}

/** Describes a change of a date range on the page of its rate, because a date range has no page of its own. */
function ofRange(writing: Writing): Words {
  const { action, before, after } = writing;
  if (action === 'edited') return { did: 'changed a date range', changes: changed(writing) };
  return {
    did: `${action === 'created' ? 'added' : 'deleted'} the date range ${rangeRead(after ?? before)}`,
  };
}

const rangeRead = (range: AuditedValues | null): string =>
  ['start', 'end']
    .map((name) => textIn(range, name))
    .map((day) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? formatDay(day) : day))
    .join(' to ');

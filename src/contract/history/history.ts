import { z } from 'zod';
import { defineCall } from '../call.ts';
import { RequiredText } from '../forms/fields.ts';
import type { RecordWithLastChange } from '../last-change/last-change.ts';
import { TABLES_WITH_LAST_CHANGE } from '../last-change/changed-records.ts';
import { RecordIdParams, DoneMessage, UtcInstant, NumberOrDigits } from '../wire.ts';

/** Records without a page of their own; the history of a date range, for instance, is shown on its rate's page. */
export const PAGELESS = ['rate_date_ranges', 'report_schedules', 'saved_views'] as const;
/** The tables of the records whose page shows their history. */
export type RecordWithHistory = Exclude<RecordWithLastChange, (typeof PAGELESS)[number]>;

const MOST_NOTE = 2000;

/** A field's value before and after a change, formatted for people; null means empty. */
const Change = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type FieldChange = z.infer<typeof Change>;

/** An entry in the history of a record, about the record itself or a part of it. */
const HistoryEntry = z.object({
  /** The key of the entry, unique within the history of the record. */
  key: z.string(),
  at: UtcInstant,
  /** The name of the staff user who acted. */
  by: z.string(),
  /** The action as words that follow the staff user's name: `refunded $20.00 to card 4242`. */
  did: z.string(),
  changes: z.array(Change),
  /** A private note of a staff user, as it was typed. */
  note: z.string().nullable(),
  /** For an entry about an e-mail: its state, why it failed, and its id in the outbox. */
  letter: z
    .object({
      id: z.number(),
      state: z.enum(['waiting', 'sent', 'failed', 'withdrawn']),
      last_error: z.string().nullable(),
    })
    .nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

const OfRecord = RecordIdParams.extend({ record: z.enum(TABLES_WITH_LAST_CHANGE).exclude(PAGELESS) });
const Page = z.object({ page: NumberOrDigits(z.number().int().min(1).max(10_000)).default(1) });

/**
 * The HTTP calls for the history of a record, the newest entry first, with its private notes. The page that all
 * records share shows it, so it belongs to no area.
 */
// prettier-ignore
export const history = {
  show: defineCall({ method: 'GET',  path: '/api/histories/:record/:id', access: 'staff', ours: true, params: OfRecord, query: Page, answer: z.object({ told: z.array(HistoryEntry), has_more: z.boolean() }) }),
  note: defineCall({ method: 'POST', path: '/api/histories/:record/:id', access: 'staff', ours: true, params: OfRecord, body: z.object({ note: RequiredText(MOST_NOTE) }), answer: DoneMessage }),
};

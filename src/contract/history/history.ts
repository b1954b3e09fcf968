import { z } from 'zod';
import { call } from '../call.ts';
import { Text } from '../forms/fields.ts';
import type { KeptRecord } from '../last-change/last-change.ts';
import { KEPT } from '../last-change/kept-records.ts';
import { ById, Done, Instant, NumberSent } from '../wire.ts';

// They have no page of their own: a date range is told on its rate's.
const PAGELESS = ['rate_date_ranges', 'report_schedules', 'saved_views'] as const;
/** The records whose page tells their history, by their tables. */
export type RecordWithHistory = Exclude<KeptRecord, (typeof PAGELESS)[number]>;

const MOST_NOTE = 2000;

/** A field before and after, as people read it; null is nothing. */
const Change = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type Change = z.infer<typeof Change>;

/** One thing that was done with a record, or with what hangs on it. */
const Told = z.object({
  /** Names it among all of the record's. */
  key: z.string(),
  at: Instant,
  /** A staff user's name. */
  by: z.string(),
  /** What they did, to be read behind their name: `refunded $20.00 to card 4242`. */
  did: z.string(),
  changes: z.array(Change),
  /** A private note, as it was typed. */
  note: z.string().nullable(),
  /** Of a letter: what became of it, why it failed, and which of the outbox it is. */
  letter: z
    .object({
      id: z.number(),
      state: z.enum(['waiting', 'sent', 'failed', 'withdrawn']),
      last_error: z.string().nullable(),
    })
    .nullable(),
});
export type Told = z.infer<typeof Told>;

const OfRecord = ById.extend({ record: z.enum(KEPT).exclude(PAGELESS) });
const Page = z.object({ page: NumberSent(z.number().int().min(1).max(10_000)).default(1) });

/** What was done with a record, the newest first, and the private notes on it: the shared page of all records tells it, so it is no area's own. */
// prettier-ignore
export const history = {
  show: call({ method: 'GET',  path: '/api/histories/:record/:id', access: 'staff', ours: true, params: OfRecord, query: Page, answer: z.object({ told: z.array(Told), has_more: z.boolean() }) }),
  note: call({ method: 'POST', path: '/api/histories/:record/:id', access: 'staff', ours: true, params: OfRecord, body: z.object({ note: Text(MOST_NOTE) }), answer: Done }),
};

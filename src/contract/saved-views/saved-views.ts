import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TextOrEmpty, RequiredText, WholeNumber } from '../forms/fields.ts';
import type { CheckedForm } from '../forms/form.ts';
import { fieldKind, type FieldKind } from '../forms/kinds.ts';
import { defineRecord } from '../forms/record.ts';
import { hasCardNumber } from '../cards.ts';
import { RecordIdParams, DoneMessage, SavedRecordId } from '../wire.ts';

/** The most saved views that one person may have of one list. */
export const MAX_SAVED_VIEWS = 50;
/** The most columns that a saved view may have. */
const MOST_COLUMNS = 60;
const MOST_FILTERS = 40;

const FilterValue = z
  .union([z.string().max(200), z.number(), z.boolean()])
  .refine((value) => !hasCardNumber(String(value)), 'must not have a card number in it');
const Filters = z.record(z.string(), FilterValue);
const names = (most: number) => z.array(TextOrEmpty(100)).max(most, `must be at most ${most}`);
const isOnce = (all: readonly string[]): boolean => new Set(all).size === all.length;

const filters = {
  shown: Filters,
  sent: Filters.refine(
    (all) => Object.keys(all).length <= MOST_FILTERS,
    `must be at most ${MOST_FILTERS}`,
  ).default({}),
  blank: {},
  // The column holds JSON, which the area saves itself.
  column: 'none',
} satisfies FieldKind;
const sortFields = {
  shown: z.array(z.string()),
  sent: names(20).default([]),
  blank: [],
  column: 'same',
} satisfies FieldKind;
const sortDesc = {
  shown: z.array(z.boolean()),
  sent: z.array(z.boolean()).default([]),
  blank: [],
  column: 'same',
} satisfies FieldKind;
const columns = {
  shown: z.array(z.string()),
  sent: names(MOST_COLUMNS)
    .min(1, 'must name one column at least')
    .refine(isOnce, 'must name each column once'),
  blank: [],
  column: 'same',
} satisfies FieldKind;
const perPage = {
  shown: z.number(),
  sent: WholeNumber(-1, 500).default(0),
  blank: 0,
  column: 'same',
} satisfies FieldKind;

/** A view of a list that somebody saved: its query, its columns in order, and its rows per page. */
export const SavedView = defineRecord(
  {
    name: fieldKind.name(60),
    filters,
    sort_fields: sortFields,
    sort_desc: sortDesc,
    columns,
    per_page: perPage,
    /** True if everybody sees the view; only admins may set this, or change such a view. */
    is_shared: fieldKind.flag(false),
  },
  [
    {
      of: ['sort_fields', 'sort_desc'],
      holds: (view) => view.sort_fields.length === view.sort_desc.length,
      at: 'sort_desc',
      says: 'must have one for each of sort_fields',
    },
  ],
);
export type SavedViewForm = CheckedForm<typeof SavedView>;

const Row = SavedView.Shown.extend({
  /** The path of the list's HTTP call: `/api/tee_times/index`. */
  list: z.string(),
  owner: z.string(),
  is_own: z.boolean(),
  /** True if the list opens with this view for this person, unless the screen's address contains a query. */
  is_default: z.boolean(),
  /** The names in the view that the list no longer has; they are left out of its query and columns. */
  gone: z.array(z.string()),
});
export type SavedViewRow = z.infer<typeof Row>;

const envelope = ['saved_view'];
// The frame that all lists share uses these HTTP calls, so they belong to no area. Everybody sees and changes their own
// views; shared views are seen by all who may see the list, and changed by admins.
// prettier-ignore
export const savedViews = {
  // Answers all views that the user may open, of every list.
  index:       defineCall({ method: 'GET',    path: '/api/saved_views/index',       access: 'staff', ours: true, answer: z.array(Row) }),
  show:        defineCall({ method: 'GET',    path: '/api/saved_views/show/:id',    access: 'staff', ours: true, params: RecordIdParams, answer: Row }),
  create:      defineCall({ method: 'POST',   path: '/api/saved_views',             access: 'staff', ours: true, changes: ['saved_views'], envelope, body: z.object({ list: RequiredText(100), saved_view: SavedView.Form }), answer: SavedRecordId }),
  update:      defineCall({ method: 'PUT',    path: '/api/saved_views/update',      access: 'staff', ours: true, changes: ['saved_views'], envelope, body: RecordIdParams.extend({ saved_view: SavedView.Change }), answer: SavedRecordId }),
  remove:      defineCall({ method: 'DELETE', path: '/api/saved_views/:id',         access: 'staff', ours: true, changes: ['saved_views'], params: RecordIdParams, answer: DoneMessage }),
  makeDefault: defineCall({ method: 'POST',   path: '/api/saved_views/default/:id', access: 'staff', ours: true, params: RecordIdParams, answer: DoneMessage }),
  noDefault:   defineCall({ method: 'DELETE', path: '/api/saved_views/default/:id', access: 'staff', ours: true, params: RecordIdParams, answer: DoneMessage }),
};

import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import type { CheckedForm } from '../../contract/forms/form.ts';
import { isWebAddress } from '../../contract/forms/fields.ts';
import { fieldKind, fieldKindWithRule } from '../../contract/forms/kinds.ts';
import { defineRecord } from '../../contract/forms/record.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  ListQuery,
  SavedRecordId,
} from '../../contract/wire.ts';

export const LINK_TYPES = ['Helpful', 'Hotel', 'PSGR'] as const;
/** The type of a link, sent in upper or lower case. */
const LinkType = z.string().transform((sent, context) => {
  const type = LINK_TYPES.find((each) => each.toLowerCase() === sent.trim().toLowerCase());
  if (type) return type;
  context.addIssue('must be Helpful, Hotel or PSGR');
  return z.NEVER;
});

export const HelpfulLink = defineRecord({
  url: fieldKindWithRule(
    fieldKind.name(2000),
    (text) => text === '' || isWebAddress(text),
    'must be an address like https://www.example.com, without a user and password',
  ),
  description: fieldKind.name(200),
  type: {
    shown: z.enum(LINK_TYPES),
    sent: LinkType.default('Helpful'),
    blank: LINK_TYPES[0],
    column: 'same',
  },
  /** The position of the link within its type, from 1; 0 puts a new link at the end. */
  order: fieldKind.whole(0, 100_000, 0),
});
export type HelpfulLink = z.infer<typeof HelpfulLink.Shown>;
export type HelpfulLinkForm = CheckedForm<typeof HelpfulLink>;

const COLUMNS = ['url', 'description', 'type', 'order'] as const;
const list = {
  filters: COLUMNS,
  sorts: COLUMNS,
  opens: { sort: [{ name: 'order', desc: false }], paging: 'none' },
} as const;
const envelope = ['helpful_link'];
// prettier-ignore
export const helpfulLinks = {
  index:      defineCall({ method: 'GET',    path: '/api/helpful_links/index',         access: 'staff', query: ListQuery, list, answer: z.array(HelpfulLink.Shown) }),
  count:      defineCall({ method: 'GET',    path: '/api/helpful_links/count',         access: 'staff', query: CountQuery, answer: RowCount }),
  show:       defineCall({ method: 'GET',    path: '/api/helpful_links/show/:id',      access: 'staff', params: RecordIdParams, answer: HelpfulLink.Shown }),
  create:     defineCall({ method: 'POST',   path: '/api/helpful_links',               access: 'staff', envelope, body: z.object({ helpful_link: HelpfulLink.Form }), answer: SavedRecordId }),
  update:     defineCall({ method: 'PUT',    path: '/api/helpful_links/update',        access: 'staff', envelope, body: RecordIdParams.extend({ helpful_link: HelpfulLink.Change }), answer: SavedRecordId }),
  updateType: defineCall({ method: 'PUT',    path: '/api/helpful_links/update_type',   access: 'staff', body: RecordIdParams.extend({ type: LinkType }), answer: DoneMessage }),
  moveUp:     defineCall({ method: 'GET',    path: '/api/helpful_links/move_up/:id',   access: 'staff', writes: true, params: RecordIdParams, answer: DoneMessage }),
  moveDown:   defineCall({ method: 'GET',    path: '/api/helpful_links/move_down/:id', access: 'staff', writes: true, params: RecordIdParams, answer: DoneMessage }),
  remove:     defineCall({ method: 'DELETE', path: '/api/helpful_links/:id',           access: 'staff', params: RecordIdParams, answer: DoneMessage }),
};

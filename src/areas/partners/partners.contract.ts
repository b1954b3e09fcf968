import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import type { CheckedForm } from '../../contract/forms/form.ts';
import { fieldKind } from '../../contract/forms/kinds.ts';
import { defineRecord } from '../../contract/forms/record.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  UtcInstant,
  ListQuery,
  SavedRecordId,
} from '../../contract/wire.ts';

/**
 * A partner, whose program calls RIC by an API key. Bookings of the public site get the source `external`, bookings of other
 * partners `misc`.
 */
export const Partner = defineRecord({
  api_user_name: fieldKind.name(100),
  is_public_site: fieldKind.flag(false),
});
export type PartnerForm = CheckedForm<typeof Partner>;

const PartnerShown = Partner.Shown.extend({
  /** The course groups of the partner, which determine what the partner may do at which courses. */
  groups: z.array(z.object({ id: z.number(), group_name: z.string() })),
});
export type PartnerShown = z.infer<typeof PartnerShown>;

const PartnerRow = Partner.row('api_user_name', 'is_public_site').extend({
  /** The number of API keys that are not withdrawn. */
  keys: z.number(),
  last_used_at: UtcInstant.nullable(),
});

const list = {
  filters: ['api_user_name', 'is_public_site'],
  sorts: ['api_user_name', 'is_public_site', 'keys', 'last_used_at'],
  opens: { sort: [{ name: 'api_user_name', desc: false }] },
} as const;
const envelope = ['partner'];
// prettier-ignore
export const partners = {
  index:  defineCall({ method: 'GET',    path: '/api/partners/index',    access: 'admin', ours: true, query: ListQuery, list, answer: z.array(PartnerRow) }),
  count:  defineCall({ method: 'GET',    path: '/api/partners/count',    access: 'admin', ours: true, query: CountQuery, answer: RowCount }),
  show:   defineCall({ method: 'GET',    path: '/api/partners/show/:id', access: 'admin', ours: true, params: RecordIdParams, answer: PartnerShown }),
  create: defineCall({ method: 'POST',   path: '/api/partners',          access: 'admin', ours: true, envelope, body: z.object({ partner: Partner.Form }), answer: SavedRecordId }),
  update: defineCall({ method: 'PUT',    path: '/api/partners/update',   access: 'admin', ours: true, envelope, body: RecordIdParams.extend({ partner: Partner.Change }), answer: SavedRecordId }),
  remove: defineCall({ method: 'DELETE', path: '/api/partners/:id',      access: 'admin', ours: true, params: RecordIdParams, answer: DoneMessage }),
};

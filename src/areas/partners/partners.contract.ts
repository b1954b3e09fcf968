import { z } from 'zod';
import { call } from '../../contract/call.ts';
import type { FormOf } from '../../contract/forms/form.ts';
import { kind } from '../../contract/forms/kinds.ts';
import { record } from '../../contract/forms/record.ts';
import { ById, Count, CountQuery, DoneMessage, Instant, ListQuery, SavedId } from '../../contract/wire.ts';

/**
 * A partner, whose program calls RIC by an API key. Bookings of the public site get the source `external`, bookings of other
 * partners `misc`.
 */
export const Partner = record({ api_user_name: kind.name(100), is_public_site: kind.flag(false) });
export type PartnerForm = FormOf<typeof Partner>;

const PartnerShown = Partner.Shown.extend({
  /** The course groups of the partner, which determine what the partner may do at which courses. */
  groups: z.array(z.object({ id: z.number(), group_name: z.string() })),
});
export type PartnerShown = z.infer<typeof PartnerShown>;

const PartnerRow = Partner.row('api_user_name', 'is_public_site').extend({
  /** The number of API keys that are not withdrawn. */
  keys: z.number(),
  last_used_at: Instant.nullable(),
});

const list = {
  filters: ['api_user_name', 'is_public_site'],
  sorts: ['api_user_name', 'is_public_site', 'keys', 'last_used_at'],
  opens: { sort: [{ name: 'api_user_name', desc: false }] },
} as const;
const envelope = ['partner'];
// prettier-ignore
export const partners = {
  index:  call({ method: 'GET',    path: '/api/partners/index',    access: 'admin', ours: true, query: ListQuery, list, answer: z.array(PartnerRow) }),
  count:  call({ method: 'GET',    path: '/api/partners/count',    access: 'admin', ours: true, query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/partners/show/:id', access: 'admin', ours: true, params: ById, answer: PartnerShown }),
  create: call({ method: 'POST',   path: '/api/partners',          access: 'admin', ours: true, envelope, body: z.object({ partner: Partner.Form }), answer: SavedId }),
  update: call({ method: 'PUT',    path: '/api/partners/update',   access: 'admin', ours: true, envelope, body: ById.extend({ partner: Partner.Change }), answer: SavedId }),
  remove: call({ method: 'DELETE', path: '/api/partners/:id',      access: 'admin', ours: true, params: ById, answer: DoneMessage }),
};

import { z } from 'zod';
import { call } from './call.ts';
import { ById } from './wire.ts';

/** The tables of the records that have a screen. */
export const KEPT = [
  'course_groups',
  'courses',
  'customers',
  'discounts',
  'gift_certificates',
  'gift_certificate_sale_configurations',
  'helpful_links',
  'holidays',
  'images',
  'maintenances',
  'rates',
  'rental_clubs',
  'staff_users',
  'tee_times',
] as const;
export type KeptRecord = (typeof KEPT)[number];

/** Who changed a record last: asked by the shared page of all records, so it is no area's own. */
// prettier-ignore
export const lastChanges = {
  show: call({ method: 'GET', path: '/api/last_changes/:record/:id', access: 'staff', ours: true, params: ById.extend({ record: z.enum(KEPT) }), answer: z.object({ updated_by: z.string().nullable() }) }),
};

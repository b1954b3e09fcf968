import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { Cents } from '../../contract/forms/money.ts';
import { DateOnly } from '../../contract/wire.ts';

/** The facts about this installation that the screens need. */
const InstallationSettings = z.object({
  business_time_zone: z.string(),
  today: DateOnly,
  /** The id of the course that the booking engine preselects, or null. */
  default_course_id: z.number().nullable(),
  /** The amount in cents from which a charge must be confirmed before the booking. */
  raw_large_charge: Cents,
  /**
   * The payment gateway's own card fields: the address of their script, and the public key. Null if cards are typed into RIC's
   * fields.
   */
  card_fields: z.object({ script: z.string(), publishable_key: z.string() }).nullable(),
  staging: z.boolean(),
  deal_url: z.string(),
});
export type InstallationSettings = z.infer<typeof InstallationSettings>;

/** The only fact about the installation that the sign-in screen needs: if it is a staging system. */
const StagingMark = z.object({ staging: z.boolean() });

export const installation = {
  staging: defineCall({
    method: 'GET',
    path: '/api/desk/staging',
    access: 'public',
    ours: true,
    answer: StagingMark,
  }),
  settings: defineCall({
    method: 'GET',
    path: '/api/desk/settings',
    access: 'staff',
    ours: true,
    answer: InstallationSettings,
  }),
};

import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Cents } from '../../contract/forms/money.ts';
import { DateOnly } from '../../contract/wire.ts';

/** The facts about this installation that the screens need. */
const InstallationSettings = z.object({
  business_time_zone: z.string(),
  today: DateOnly,
  /** The course that the booking engine preselects, or null. */
  default_course_id: z.number().nullable(),
  /** Cents: a charge of this much or more has to be confirmed before it is booked. */
  raw_large_charge: Cents,
  /** The gateway's own card fields: the address of their script, and the key to open them. Null if cards are typed into RIC. */
  card_fields: z.object({ script: z.string(), publishable_key: z.string() }).nullable(),
  staging: z.boolean(),
  deal_url: z.string(),
});
export type InstallationSettings = z.infer<typeof InstallationSettings>;

/** The facts that the sign-in screen needs before anybody has signed in. */
const StagingMark = z.object({ staging: z.boolean() });

export const installation = {
  staging: call({
    method: 'GET',
    path: '/api/desk/staging',
    access: 'public',
    ours: true,
    answer: StagingMark,
  }),
  settings: call({
    method: 'GET',
    path: '/api/desk/settings',
    access: 'staff',
    ours: true,
    answer: InstallationSettings,
  }),
};

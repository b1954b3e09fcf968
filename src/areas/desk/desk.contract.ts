import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { DateOnly } from '../../contract/wire.ts';

/** What the screens need to know of this installation. */
const DeskSettings = z.object({
  business_time_zone: z.string(),
  today: DateOnly,
  /** The course that the booking engine preselects, or null where there is none. */
  default_course_id: z.number().nullable(),
  staging: z.boolean(),
  deal_url: z.string(),
});
export type DeskSettings = z.infer<typeof DeskSettings>;

// JSON everywhere, but for uploads.
const Content = z.record(z.string(), z.looseObject({ schema: z.unknown() }));
/** The OpenAPI document, as far as it is shown. */
export const OpenApi = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        tags: z.array(z.string()),
        'x-access': z.string(),
        'x-writes': z.boolean(),
        'x-ours': z.boolean().optional(),
        parameters: z.array(z.looseObject({ name: z.string(), schema: z.unknown() })).optional(),
        requestBody: z.looseObject({ content: Content }).optional(),
        responses: z.record(z.string(), z.looseObject({ description: z.string(), content: Content })),
      }),
    ),
  ),
});
export type OpenApi = z.infer<typeof OpenApi>;

// prettier-ignore
export const desk = {
  settings: call({ method: 'GET', path: '/api/desk/settings', access: 'staff', ours: true, answer: DeskSettings }),
  openApi:  call({ method: 'GET', path: '/api/openapi.json',  access: 'staff', ours: true, answer: OpenApi }),
};

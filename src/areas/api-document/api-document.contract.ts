import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';

// The bodies of calls by content type: JSON, except for uploads.
const Content = z.record(z.string(), z.looseObject({ schema: z.unknown() }));
/** The parts of the OpenAPI document that the screen shows. */
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

export const apiDocument = {
  openApi: defineCall({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'staff',
    ours: true,
    answer: OpenApi,
  }),
};

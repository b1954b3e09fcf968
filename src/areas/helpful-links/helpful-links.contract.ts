import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Count, CountQuery, Instant, ListQuery } from '../../contract/wire.ts';

export const LINK_TYPES = ['Helpful', 'Hotel', 'PSGR'] as const;
export const HelpfulLink = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  type: z.enum(LINK_TYPES),
  order: z.number(),
  updated_at: Instant,
});
export type HelpfulLink = z.infer<typeof HelpfulLink>;

// prettier-ignore
export const helpfulLinks = {
  index: call({ method: 'GET', path: '/api/helpful_links/index', access: 'staff', query: ListQuery, answer: z.array(HelpfulLink) }),
  count: call({ method: 'GET', path: '/api/helpful_links/count', access: 'staff', query: CountQuery, answer: Count }),
};

import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Id } from '../../contract/wire.ts';

/** The card a waiting customer left, masked (`************4242`); `{}` where there is none or the queue is closed. */
const SavedCard = z
  .object({ id: z.number(), number: z.string(), cvv: z.string(), expmo: z.string(), expyr: z.string() })
  .partial();
export type SavedCard = z.infer<typeof SavedCard>;

// prettier-ignore
export const availability = {
  fetchCard: call({ method: 'GET', path: '/api/availability/fetch_card/:queueId', access: 'staff', params: z.object({ queueId: Id }), answer: SavedCard }),
};

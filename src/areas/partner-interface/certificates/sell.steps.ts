import { PartnerRefused } from '../../../server/partners/refusals.ts';
import type { Asking } from '../bookings/book.steps.ts';
import { requireGranted } from '../granted/granted.queries.ts';
import type { Certificate, NewCertificate } from '../partner-wire.contract.ts';

/** Sells a gift certificate. */
export async function sell({ desk, partner }: Asking, { course_id }: NewCertificate): Promise<Certificate> {
  const action = 'Sell a gift certificate';
  if (course_id) await requireGranted(desk.db, partner, { action, course_id });
  throw new PartnerRefused(503, 'busy', 'Gift certificates are not sold here yet.');
}

import { z } from 'zod';
import { PARTNER_CODES } from '../../contract/partners/partners.ts';
import { Answered, Invalid, Pending as StillOpen } from '../../server/http/errors.ts';
import { PartnerRejected } from '../../server/partners/rejections.ts';
import type { OutcomePending } from '../operations/operations.contract.ts';
import type { PartnerPending } from './partner-wire.contract.ts';
import { declineIn, partnerRejection, type PartnerRejection } from './partner-answers.rules.ts';

const Errors = z.object({ errors: z.record(z.string(), z.array(z.string())) });
const Message = z.object({ message: z.string() });

const refused = ({ status, code, message, fields }: PartnerRejection) =>
  new PartnerRejected(status, code, message, fields);

/** Throws a declined card in the partner's form; rethrows any other error. */
export function throwDeclined(error: unknown): never {
  const decline = error instanceof Invalid ? declineIn(error.errors) : null;
  throw decline ? refused(decline) : error;
}

/** Returns why an operation was rejected, from its stored answer. */
export function rejectionInAnswer(answer: unknown): PartnerRejection {
  const { data } = Errors.safeParse(answer);
  const sentence = Message.safeParse(answer).data;
  // The partner's request is not wrong.
  if (!data && sentence) return { status: 502, code: 'outside_failed', ...sentence, fields: {} };
  return declineIn(data?.errors ?? {}) ?? partnerRejection(data?.errors ?? {});
}

/** Runs the desk's steps, and translates their errors for partners' programs. */
export async function withPartnerErrors<T>(
  work: () => Promise<T | StillOpen<z.infer<typeof OutcomePending>>>,
): Promise<T | StillOpen<PartnerPending>> {
  try {
    const answer = await work();
    return answer instanceof StillOpen ? new StillOpen(pendingOf(answer.body.operation)) : answer;
  } catch (error) {
    if (error instanceof Invalid) throw refused(partnerRejection(error.errors));
    const isRefusal = error instanceof Answered && error.status === 422 && !('operation' in error.body);
    throw isRefusal ? refused(rejectionInAnswer(error.body)) : error;
  }
}

const pendingOf = ({
  id,
  state,
}: PartnerPending['operation'] | { id: string; state: PartnerPending['operation']['state'] }) => ({
  error: { code: 'outcome_unknown' as const, message: PARTNER_CODES.outcome_unknown },
  operation: { id, state, href: `/partner/v1/operations/${id}` },
});

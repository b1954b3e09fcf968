import { z } from 'zod';
import { PARTNER_ERROR_CODES, type PartnerErrorCode } from '../../contract/partners/partners.ts';
import {
  SettledAnswer,
  InvalidFields,
  toFieldIssues,
  PendingAnswer as StillOpen,
  type FieldIssue,
} from '../../server/http/errors.ts';
import { PartnerRejected } from '../../server/partners/rejections.ts';
import type { OutcomePending } from '../operations/operations.contract.ts';
import type { PartnerPending } from './partner-wire.contract.ts';

type PartnerRejection = {
  status: number;
  code: PartnerErrorCode;
  message?: string;
  fields: Record<string, string[]>;
};

// The name of the partner's input field for each field of the staff's booking form.
const FIELDS = new Map([
  ['credit_card.number', 'card.token'],
  ['charge', 'card'],
  ['course', 'course_id'],
  ['golf_rate', 'open_time_id'],
  ['play_date', 'open_time_id'],
  ['play_time', 'open_time_id'],
]);

/**
 * Converts errors in the fields of the staff's form into a rejection with the partner's field names and the code on which the
 * partner's program decides.
 */
function partnerRejection(issues: readonly FieldIssue[]): PartnerRejection {
  const declined = issues.find(({ code }) => code === 'card_declined');
  if (declined)
    return { ...CARD_DECLINED, message: declined.message, fields: { 'card.token': [declined.message] } };
  const { errors: fields } = new InvalidFields(
    issues.map((issue) => ({ ...issue, field: FIELDS.get(issue.field) ?? issue.field })),
  );
  const [first, ...others] = issues;
  if (first?.code === 'price_changed' && others.length === 0)
    return { status: 409, code: 'price_changed', message: first.message, fields };
  return { status: 422, code: 'invalid', fields };
}

const CARD_DECLINED = { status: 402, code: 'card_declined' } as const;

/** The stored answer of a rejected operation: wrong fields, or the message of an outside system that refused. */
const Rejected = z.union([
  z.object({
    errors: z.record(z.string(), z.array(z.string())),
    code: z.literal('card_declined').optional(),
  }),
  z.object({ message: z.string() }),
]);

const refused = ({ status, code, message, fields }: PartnerRejection) =>
  new PartnerRejected(status, code, message, fields);

/** Returns why an operation was rejected, from the operation's stored answer. */
export function rejectionFromAnswer(answer: unknown): PartnerRejection {
  const rejected = Rejected.parse(answer);
  // The status is 502, because the outside system failed and the partner's request is not wrong.
  if ('message' in rejected) return { status: 502, code: 'outside_failed', ...rejected, fields: {} };
  const { errors, code = 'invalid' } = rejected;
  return partnerRejection(toFieldIssues(errors).map((issue) => ({ ...issue, code })));
}

/** Runs work that staff's calls share, and converts its errors into the form that partners' programs expect. */
export async function withPartnerErrors<T>(
  work: () => Promise<T | StillOpen<z.infer<typeof OutcomePending>>>,
): Promise<T | StillOpen<PartnerPending>> {
  try {
    const answer = await work();
    return answer instanceof StillOpen ? new StillOpen(pendingOf(answer.body.operation)) : answer;
  } catch (error) {
    if (error instanceof InvalidFields) throw refused(partnerRejection(error.issues));
    const isRefusal = error instanceof SettledAnswer && error.status === 422 && !('operation' in error.body);
    throw isRefusal ? refused(rejectionFromAnswer(error.body)) : error;
  }
}

const pendingOf = ({
  id,
  state,
}: PartnerPending['operation'] | { id: string; state: PartnerPending['operation']['state'] }) => ({
  error: { code: 'outcome_unknown' as const, message: PARTNER_ERROR_CODES.outcome_unknown },
  operation: { id, state, href: `/partner/v1/operations/${id}` },
});

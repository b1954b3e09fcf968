import { NotFound } from '../../../server/http/errors.ts';
import { PARTNER_ERROR_CODES } from '../../../contract/partners/partners.ts';
import { PartnerRejected } from '../../../server/partners/rejections.ts';
import type { AppContext, Partner } from '../../../server/process/context.ts';
import { BookingResult } from '../../booking/booking.contract.ts';
import { CertificateSaleAnswer } from '../../gift-certificates/selling/selling.contract.ts';
import { findOperation, type Operation } from '../../operations/operations.queries.ts';
import { CancellationResult } from '../../tee-times/tee-times.contract.ts';
import { PartnerLeadAnswer, type PartnerOperation } from '../partner-wire.contract.ts';
import { partnerBooking } from '../partner-answers.rules.ts';
import { rejectionFromAnswer } from '../partner-errors.steps.ts';
import { toPartnerCertificate } from '../certificates/sell.steps.ts';
import { partnerCancellation } from './cancel.steps.ts';
import { findOwnBooking } from './own-bookings.queries.ts';

type OwnOperationQuery = { partner: Partner; id: string };

/** Returns the outcome of a partner's earlier request. Throws NotFound for other partners' requests too. */
export async function findPartnerOperation(
  app: AppContext,
  { partner, id }: OwnOperationQuery,
): Promise<PartnerOperation> {
  const operation = await findOperation(app.db, id);
  const { kind, state, answer_status, answer } = operation;
  if (operation.api_user_id !== partner.id || !isPartnerKind(kind)) throw new NotFound('This operation');
  const open = { id, kind, state, result: null, error: null };
  if (state !== 'settled') return open;
  if (answer === null)
    return { ...open, error: { code: 'forgotten', message: PARTNER_ERROR_CODES.forgotten } };
  if (answer_status === 200) return resultOf(app, { partner, operation }, open);
  const { code, message = PARTNER_ERROR_CODES[code], fields } = rejectionFromAnswer(answer);
  return { ...open, error: { code, message, fields } };
}

const KINDS = ['book', 'cancel', 'lead', 'certificate_sale'] as const;
type PartnerOperationKind = (typeof KINDS)[number];
const isPartnerKind = (kind: Operation['kind']): kind is PartnerOperationKind =>
  KINDS.some((of) => of === kind);

async function resultOf(
  app: AppContext,
  { partner, operation }: { partner: Partner; operation: Operation },
  open: PartnerOperation,
): Promise<PartnerOperation> {
  const { kind, answer, tee_time_id } = operation;
  if (kind === 'book') return { ...open, result: partnerBooking(BookingResult.parse(answer)) };
  if (kind === 'certificate_sale')
    return { ...open, result: toPartnerCertificate(CertificateSaleAnswer.parse(answer)) };
  if (kind === 'lead') return { ...open, result: PartnerLeadAnswer.parse(answer) };
  const result = CancellationResult.parse(answer);
  // The cancellation was rejected before it locked a tee time.
  if (tee_time_id === null) return { ...open, error: { code: 'not_cancelable', message: result.message } };
  try {
    return {
      ...open,
      result: partnerCancellation(result, await findOwnBooking(app.db, app, { partner, id: tee_time_id })),
    };
  } catch (error) {
    if (!(error instanceof PartnerRejected)) throw error;
    const message = String(error.body['message']);
    return { ...open, error: { code: error.code, message } };
  }
}

import type { CallHandlers } from '../../../server/http/serve.ts';
import { refundCertificate } from '../refunding/refund.steps.ts';
import { certificateRefundOptions } from '../refunding/refundable.queries.ts';
import { sellCertificate } from './sell.steps.ts';
import type { certificateSales } from './selling.contract.ts';

export const certificateSaleHandlers: CallHandlers<typeof certificateSales> = {
  sell: ({ staff, ...sale }) => sellCertificate({ ...sale, actor: staff }),
  refundOptions: ({ db, app, staff, params }) => certificateRefundOptions(db, { app, staff, id: params.id }),
  refund: refundCertificate,
};

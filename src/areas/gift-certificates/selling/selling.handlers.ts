import type { Handlers } from '../../../server/http/serve.ts';
import { refundCertificate } from '../refunding/refund.steps.ts';
import { refundOptions } from '../refunding/refundable.queries.ts';
import { sellCertificate } from './sell.steps.ts';
import type { certificateSales } from './selling.contract.ts';

export const certificateSaleHandlers: Handlers<typeof certificateSales> = {
  sell: ({ staff, ...sale }) => sellCertificate({ ...sale, actor: staff }),
  refundOptions: ({ db, app, staff, params }) => refundOptions(db, { app, staff, id: params.id }),
  refund: refundCertificate,
};

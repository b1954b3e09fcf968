import type { CallHandlers } from '../../server/http/serve.ts';
import { runTransaction } from '../../server/database/transact.ts';
import type { CallContext } from '../../server/process/context.ts';
import type { CertificateEmailKind } from '../email-templates/email-templates.contract.ts';
import { limitSerialGuesses } from './balance/guesses.queries.ts';
import type { giftCertificates } from './gift-certificates.contract.ts';
import { findCertificate } from './gift-certificates.queries.ts';
import { certificateList } from './list.queries.ts';
import { sendCertificate } from './sending/send.steps.ts';
import { updateCertificatePerson } from './people/people.queries.ts';
import { findSaleConfiguration, updateSaleConfiguration } from './sales/sales.queries.ts';
import { updateCertificate } from './update.queries.ts';
import { createdInConditions } from '../../server/lists/period.ts';

export const giftCertificateHandlers: CallHandlers<typeof giftCertificates> = {
  index: ({ db, app, query }) =>
    certificateList(app).page(db, query, createdInConditions(app, query, 'g.created_at')),
  count: ({ db, app, query }) =>
    certificateList(app).count(db, query, createdInConditions(app, query, 'g.created_at')),
  show: ({ db, params }) => findCertificate(db, params.id),
  update: ({ db, body, staff }) => updateCertificate(db, body.id, body.gift_certificate, staff),
  receipt: (context) => send(context, 'gift_certificate_receipt'),
  certificate: (context) => send(context, 'gift_certificate'),
  updatePurchaser: (context) => give(context, 'customer_id', context.body.purchaser_id),
  updateRecipient: (context) => give(context, 'recipient_id', context.body.recipient_id),
  sales: ({ db }) => findSaleConfiguration(db),
  updateSales: ({ db, staff, body }) => updateSaleConfiguration(db, body.saleConfiguration, staff),
};

type BySerial = Pick<CallContext, 'db' | 'app' | 'staff'> & { params: { serial: string } };

const send = (context: BySerial, kind: CertificateEmailKind) =>
  limitSerialGuesses({ ...context, actor: context.staff }, () => {
    const { app, staff, params } = context;
    const sending = { ...params, staff, kind, settings: app.settings, now: app.now() };
    return runTransaction(context.db, (db) => sendCertificate(db, sending));
  });

type Chosen = { body: { serial?: string | null | undefined; updated_at?: string | null | undefined } };

const give = (context: BySerial & Chosen, side: 'customer_id' | 'recipient_id', person: number) =>
  limitSerialGuesses({ ...context, actor: context.staff }, () => {
    const { body, params, staff } = context;
    const choice = { ...body, ...params, named: body.serial, person };
    return runTransaction(context.db, (db) => updateCertificatePerson(db, side, choice, staff));
  });

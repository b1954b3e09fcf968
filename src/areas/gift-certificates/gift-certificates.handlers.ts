import type { Handlers } from '../../server/http/serve.ts';
import { transact } from '../../server/database/transact.ts';
import type { Context } from '../../server/process/context.ts';
import type { CertificateMail } from '../email-templates/email-templates.contract.ts';
import { limitSerialGuesses } from './balance/guesses.queries.ts';
import type { giftCertificates } from './gift-certificates.contract.ts';
import { findCertificate } from './gift-certificates.queries.ts';
import { certificateList } from './list.queries.ts';
import { sendCertificate } from './sending/send.steps.ts';
import { updatePerson } from './people/people.queries.ts';
import { findSales, updateSales } from './sales/sales.queries.ts';
import { updateCertificate } from './update.queries.ts';
import { createdIn } from '../../server/lists/period.ts';

export const giftCertificateHandlers: Handlers<typeof giftCertificates> = {
  index: ({ db, app, query }) => certificateList(app).page(db, query, createdIn(app, query, 'g.created_at')),
  count: ({ db, app, query }) => certificateList(app).count(db, query, createdIn(app, query, 'g.created_at')),
  show: ({ db, params }) => findCertificate(db, params.id),
  update: ({ db, body, staff }) => updateCertificate(db, body.id, body.gift_certificate, staff),
  receipt: (context) => send(context, 'gift_certificate_receipt'),
  certificate: (context) => send(context, 'gift_certificate'),
  updatePurchaser: (context) => give(context, 'customer_id', context.body.purchaser_id),
  updateRecipient: (context) => give(context, 'recipient_id', context.body.recipient_id),
  sales: ({ db }) => findSales(db),
  updateSales: ({ db, staff, body }) => updateSales(db, body.saleConfiguration, staff),
};

type BySerial = Pick<Context, 'db' | 'app' | 'staff'> & { params: { serial: string } };

const send = (context: BySerial, kind: CertificateMail) =>
  limitSerialGuesses({ ...context, actor: context.staff }, () => {
    const { app, staff, params } = context;
    const sending = { ...params, staff, kind, settings: app.settings, now: app.now() };
    return transact(context.db, (db) => sendCertificate(db, sending));
  });

type Chosen = { body: { serial?: string | null | undefined; updated_at?: string | null | undefined } };

const give = (context: BySerial & Chosen, side: 'customer_id' | 'recipient_id', person: number) =>
  limitSerialGuesses({ ...context, actor: context.staff }, () => {
    const { body, params, staff } = context;
    const choice = { ...body, ...params, named: body.serial, person };
    return transact(context.db, (db) => updatePerson(db, side, choice, staff));
  });

import type { Handlers } from '../../server/http/serve.ts';
import type { giftCertificates } from './gift-certificates.contract.ts';
import { findCertificate } from './gift-certificates.queries.ts';
import { certificateList } from './list.queries.ts';
import { sendCertificate } from './sending/send.steps.ts';
import { updatePerson } from './people/people.queries.ts';
import { findSales, updateSales } from './sales/sales.queries.ts';
import { updateCertificate } from './update.queries.ts';
import { createdIn } from '../../server/lists/period.ts';

export const giftCertificateHandlers: Handlers<typeof giftCertificates> = {
  index: ({ db, desk, query }) =>
    certificateList(desk).page(db, query, createdIn(desk, query, 'g.created_at')),
  count: ({ db, desk, query }) =>
    certificateList(desk).count(db, query, createdIn(desk, query, 'g.created_at')),
  show: ({ db, params }) => findCertificate(db, params.id),
  update: ({ db, body, staff }) => updateCertificate(db, body.id, body.gift_certificate, staff),
  receipt: ({ db, desk, staff, params: { serial } }) =>
    sendCertificate(db, { staff, serial, kind: 'gift_certificate_receipt', settings: desk.settings }),
  certificate: ({ db, desk, staff, params: { serial } }) =>
    sendCertificate(db, { staff, serial, kind: 'gift_certificate', settings: desk.settings }),
  updatePurchaser: ({ db, staff, params, body }) =>
    updatePerson(
      db,
      'customer_id',
      { ...body, ...params, named: body.serial, person: body.purchaser_id },
      staff,
    ),
  updateRecipient: ({ db, staff, params, body }) =>
    updatePerson(
      db,
      'recipient_id',
      { ...body, ...params, named: body.serial, person: body.recipient_id },
      staff,
    ),
  sales: ({ db }) => findSales(db),
  updateSales: ({ db, staff, body }) => updateSales(db, body.saleConfiguration, staff),
};

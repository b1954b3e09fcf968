import { moneyText, parseMoney } from '../../../contract/money.ts';
import { actorRateLimitKey, takeFromRateLimit } from '../../../server/access/allowances.ts';
import { PendingAnswer, rejectField } from '../../../server/http/errors.ts';
import {
  currentCertificatePrice,
  saleIntent,
  runCertificateSale,
} from '../../gift-certificates/selling/sell.steps.ts';
import {
  CertificateSaleAnswer,
  type CertificateToSell,
} from '../../gift-certificates/selling/selling.contract.ts';
import { partnerSalesRateLimit, type PartnerRequest } from '../bookings/book.steps.ts';
import { requireCourseGrant } from '../granted/granted.queries.ts';
import type {
  PartnerCertificate,
  CertificateQuote,
  CertificateSaleRequest,
  CertificateQuoteRequest,
} from '../partner-wire.contract.ts';
import { checkOrReplayAnswer } from '../made-before.steps.ts';
import { withPartnerErrors } from '../partner-errors.steps.ts';

const ACTION = 'Sell a gift certificate';

/** Returns the price at which a partner can sell a gift certificate now. */
export async function quoteCertificate(
  { app, partner }: Pick<PartnerRequest, 'app' | 'partner'>,
  { course_id, value }: CertificateQuoteRequest,
): Promise<CertificateQuote> {
  if (course_id) await requireCourseGrant(app.db, partner, { action: ACTION, course_id });
  const raw_value = valueOf(value);
  const raw_price = await currentCertificatePrice(app.db, raw_value);
  return { raw_value, value: moneyText(raw_value), raw_price, price: moneyText(raw_price) };
}

/** Sells a gift certificate for a partner as staff sell one, paid with a card token. */
export async function sellCertificate(
  { app, partner, idempotencyKey: key }: PartnerRequest,
  body: CertificateSaleRequest,
) {
  const { course_id } = body;
  const sold = await withPartnerErrors(async () => {
    const sale = { app, actor: partner, certificateForm: asStaffForm(body), key };
    const before = { intent: saleIntent(sale), answer: CertificateSaleAnswer };
    const { made } = await checkOrReplayAnswer(app.db, before, async () => {
      if (course_id) await requireCourseGrant(app.db, partner, { action: ACTION, course_id });
      await takeFromRateLimit(app.db, partnerSalesRateLimit(app), {
        who: actorRateLimitKey(partner),
        now: app.now(),
      });
    });
    return made ?? runCertificateSale(sale);
  });
  return sold instanceof PendingAnswer ? sold : toPartnerCertificate(sold);
}

function valueOf(typed: string): number {
  const cents = parseMoney(typed) ?? 0;
  return cents === 0 ? rejectField('value', 'must be more than $0') : cents;
}

function asStaffForm(body: CertificateSaleRequest): CertificateToSell {
  const { course_id, value, shown_price, purchaser, recipient, who_from, greeting, card } = body;
  return {
    customer: purchaser,
    recipient: { ...recipient, postcode: '', primary_phone: '' },
    value: valueOf(value),
    shown_price,
    course: { id: course_id },
    who_from,
    greeting,
    internal_memo: '',
    // A partner's customer gets the gift certificate by e-mail, because only the office sends paper letters.
    email_delivery: true,
    mail_recipient: true,
    credit_card: { number: card.token, expmo: '', expyr: '', cvv: '' },
  };
}

export const toPartnerCertificate = ({ gift_certificate }: CertificateSaleAnswer): PartnerCertificate => {
  const { id, serial, raw_value, raw_price } = gift_certificate;
  return { id, serial, raw_value, value: moneyText(raw_value), raw_price, price: moneyText(raw_price) };
};

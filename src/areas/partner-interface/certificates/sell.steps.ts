import { moneyText, parseMoney } from '../../../contract/money.ts';
import { asActor, spend } from '../../../server/access/allowances.ts';
import { Pending, rejectField } from '../../../server/http/errors.ts';
import { priceNow, saleIntent, sellAs } from '../../gift-certificates/selling/sell.steps.ts';
import { SaleAnswer, type CertificateToSell } from '../../gift-certificates/selling/selling.contract.ts';
import { salesAllowance, type PartnerRequest } from '../bookings/book.steps.ts';
import { requireGranted } from '../granted/granted.queries.ts';
import type {
  PartnerCertificate,
  CertificateQuote,
  NewCertificate,
  ToSell,
} from '../partner-wire.contract.ts';
import { checkOrMadeBefore } from '../made-before.steps.ts';
import { withPartnerErrors } from '../partner-errors.steps.ts';

const ACTION = 'Sell a gift certificate';

/** Returns the price at which a partner can sell a gift certificate now. */
export async function quoteCertificate(
  { app, partner }: Pick<PartnerRequest, 'app' | 'partner'>,
  { course_id, value }: ToSell,
): Promise<CertificateQuote> {
  if (course_id) await requireGranted(app.db, partner, { action: ACTION, course_id });
  const raw_value = valueOf(value);
  const raw_price = await priceNow(app.db, raw_value);
  return { raw_value, value: moneyText(raw_value), raw_price, price: moneyText(raw_price) };
}

/** Sells a gift certificate for a partner as staff sell one, paid with a card token. */
export async function sellCertificate(
  { app, partner, idempotencyKey: key }: PartnerRequest,
  body: NewCertificate,
) {
  const { course_id } = body;
  const sold = await withPartnerErrors(async () => {
    const sale = { app, actor: partner, certificateForm: asStaffForm(body), key };
    const before = { intent: saleIntent(sale), answer: SaleAnswer };
    const { made } = await checkOrMadeBefore(app.db, before, async () => {
      if (course_id) await requireGranted(app.db, partner, { action: ACTION, course_id });
      await spend(app.db, salesAllowance(app), { who: asActor(partner), now: app.now() });
    });
    return made ?? sellAs(sale);
  });
  return sold instanceof Pending ? sold : certificateOf(sold);
}

function valueOf(typed: string): number {
  const cents = parseMoney(typed) ?? 0;
  return cents === 0 ? rejectField('value', 'must be more than $0') : cents;
}

function asStaffForm(body: NewCertificate): CertificateToSell {
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

export const certificateOf = ({ gift_certificate }: SaleAnswer): PartnerCertificate => {
  const { id, serial, raw_value, raw_price } = gift_certificate;
  return { id, serial, raw_value, value: moneyText(raw_value), raw_price, price: moneyText(raw_price) };
};

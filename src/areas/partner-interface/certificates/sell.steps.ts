import { moneyText, parseMoney } from '../../../contract/money.ts';
import { asActor, spend } from '../../../server/access/allowances.ts';
import { Pending, refuse } from '../../../server/http/errors.ts';
import { sellAs } from '../../gift-certificates/selling/sell.steps.ts';
import type { NewGiftCertificate, Sold } from '../../gift-certificates/selling/selling.contract.ts';
import { salesAllowance, type Asking } from '../bookings/book.steps.ts';
import { requireGranted } from '../granted/granted.queries.ts';
import type { Certificate, NewCertificate } from '../partner-wire.contract.ts';
import { telling } from '../telling.steps.ts';

/** Sells a gift certificate as the desk does, by the same protocol, with a token of a card. */
export async function sell({ desk, partner, idempotencyKey: key }: Asking, body: NewCertificate) {
  const { course_id } = body;
  const action = 'Sell a gift certificate';
  if (course_id) await requireGranted(desk.db, partner, { action, course_id });
  const sold = await telling(async () => {
    const wanted = asTheDesk(body);
    await spend(desk.db, salesAllowance(desk), { who: asActor(partner), now: desk.now() });
    return sellAs({ desk, actor: partner, wanted, key });
  });
  return sold instanceof Pending ? sold : certificateOf(sold);
}

function asTheDesk(body: NewCertificate): NewGiftCertificate {
  const { course_id, value, shown_price, purchaser, recipient, who_from, greeting, card } = body;
  const cents = parseMoney(value) ?? 0;
  if (cents === 0) refuse('value', 'must be more than $0');
  return {
    ...{ customer: purchaser, recipient: { ...recipient, postcode: '', primary_phone: '' } },
    ...{ value: cents, shown_price, course: { id: course_id }, who_from, greeting, internal_memo: '' },
    // A program's customer has it by e-mail; the office alone puts one into an envelope.
    ...{ email_delivery: true, mail_recipient: true },
    credit_card: { number: card.token, expmo: '', expyr: '', cvv: '' },
  };
}

export const certificateOf = ({ gift_certificate }: Sold): Certificate => {
  const { id, serial, raw_value, raw_price } = gift_certificate;
  return { id, serial, raw_value, value: moneyText(raw_value), raw_price, price: moneyText(raw_price) };
};

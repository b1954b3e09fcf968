import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedTable } from '../../../../../test/support/worked-table.ts';
import { parseMoney } from '../../../../contract/money.ts';
import { calculateRefundable, splitRefund } from '../refund.rules.ts';
import { explainRefund } from './explained.rules.ts';

const cents = (cell: string): number => parseMoney(cell) ?? Number.NaN;

const cardsOf = (paid: number, back: number, card_last4: string | null = '4242') =>
  paid > 0 ? [{ card_last4, raw_amount: paid, raw_left: paid - back }] : [];
const paidBy = (raw_card: number, raw_card_refunded: number, raw_certificate = 0, given = 0) => ({
  raw_card,
  raw_card_refunded,
  cards: cardsOf(raw_card, raw_card_refunded),
  raw_certificate,
  raw_certificate_refunded: given,
  serial: 'GC-7',
  raw_on_account: 0,
});

describe('what the dialog says', () => {
  test.each(workedTable('refund', 'What the dialog says'))('$title', ({ cell }) => {
    const at = (name: string) => cents(cell(name));
    const paid_by = {
      ...paidBy(at('card paid'), at('card before'), at('certificate paid'), at('certificate before')),
      raw_on_account: at('on account'),
    };
    const { standardCents, fullCents } = calculateRefundable({
      capturedCents: paid_by.raw_card + paid_by.raw_certificate,
      refundedCents: paid_by.raw_card_refunded + paid_by.raw_certificate_refunded,
      players_booked: 4,
      raw_non_refundable: at('kept each'),
      raw_max_refund: at('most each'),
      cancel_hours: Number(cell('window')),
      hoursUntilPlay: Number(cell('hours')),
    });
    const choice = cell('choice');
    const amounts: Record<string, number | null> = { standard: standardCents, full: fullCents, custom: null };
    const amount = choice in amounts ? amounts[choice] : parseMoney(choice);
    const meant = { refund: choice !== 'none', cancel: cell('cancel') === 'yes', cents: amount ?? null };
    expect(explainRefund({ paid_by, refund_total: standardCents }, meant).says).toBe(cell('says'));
  });
});

describe('the lines of the tenders', () => {
  test('say what each paid, what went back before and goes back now, and what stays', () => {
    const options = { paid_by: paidBy(14_100, 10_000, 2_000), refund_total: 0 };
    expect(explainRefund(options, { refund: true, cancel: true, cents: 5_000 }).lines).toEqual([
      { tender: 'Card 4242', paid: 14_100, before: 10_000, now: 4_100, stays: 0 },
      { tender: 'Gift certificate GC-7', paid: 2_000, before: 0, now: 900, stays: 1_100 },
    ]);
    expect(explainRefund(options, { refund: true, cancel: true, cents: null }).lines).toMatchObject([
      { now: null, stays: null },
      { now: null, stays: null },
    ]);
  });

  test('are one for each card, the newest charge first', () => {
    const charge = (card_last4: string, raw_amount: number, raw_left = raw_amount) => ({
      card_last4,
      raw_amount,
      raw_left,
    });
    const cards = [charge('1881', 3_000), charge('4242', 10_000, 9_000), charge('1881', 2_000)];
    const options = { paid_by: { ...paidBy(14_000, 0), cards }, refund_total: 0 };
    const { lines, says } = explainRefund(options, { refund: true, cancel: true, cents: 12_500 });
    expect(lines).toEqual([
      { tender: 'Card 1881', paid: 5_000, before: 0, now: 3_500, stays: 1_500 },
      { tender: 'Card 4242', paid: 10_000, before: 1_000, now: 9_000, stays: 0 },
    ]);
    expect(says).toContain('$35.00 goes back to card 1881, $90.00 to card 4242; $15.00 stays.');
  });

  test('leave out who paid nothing, and name no number that is not known', () => {
    const paid_by = { ...paidBy(14_100, 0), cards: cardsOf(14_100, 0, null) };
    expect(
      explainRefund({ paid_by, refund_total: 0 }, { refund: false, cancel: true, cents: null }).lines,
    ).toEqual([{ tender: 'Card', paid: 14_100, before: 0, now: 0, stays: 14_100 }]);
    expect(
      explainRefund({ paid_by, refund_total: 100 }, { refund: true, cancel: true, cents: 100 }).says,
    ).toBe('$1.00 goes back to the card; $140.00 stays.');
  });

  const amount = fc.nat({ max: 500_00 });
  test('are what the refund itself does, whatever was paid and typed', () =>
    fc.assert(
      fc.property(
        fc.tuple(amount, amount, amount, amount),
        fc.nat({ max: 1_100_00 }),
        ([a, b, c, d], typed) => {
          const paid = paidBy(Math.max(a, b), Math.min(a, b), Math.max(c, d), Math.min(c, d));
          const tenders = {
            cardPaidCents: paid.raw_card,
            cardRefundedCents: paid.raw_card_refunded,
            certificatePaidCents: paid.raw_certificate,
            certificateRefundedCents: paid.raw_certificate_refunded,
          };
          const left =
            paid.raw_card - paid.raw_card_refunded + paid.raw_certificate - paid.raw_certificate_refunded;
          const { lines } = explainRefund(
            { paid_by: paid, refund_total: 0 },
            { refund: true, cancel: false, cents: typed },
          );
          const of = (name: string) => lines.find(({ tender }) => tender.startsWith(name))?.now ?? 0;
          if (typed > left) return lines.every(({ now, stays }) => now === null && stays === null);
          expect({ card: of('Card'), certificate: of('Gift') }).toEqual(splitRefund(typed, tenders));
          return lines.every(
            ({ paid: was, before, now, stays }) => was === before + (now ?? 0) + (stays ?? 0),
          );
        },
      ),
    ));
});

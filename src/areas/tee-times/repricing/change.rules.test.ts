import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedTable } from '../../../../test/support/worked-table.ts';
import { parseMoney } from '../../../contract/money.ts';
import {
  cardShareCents,
  priceDifference,
  unrefundableCents,
  settlePriceDifference,
  repriceRound,
  amountForPlayers,
  paymentColumns,
  amountsBackByTender,
} from './change.rules.ts';

const cents = (text: string): number => parseMoney(text, { negative: true }) ?? NaN;

describe('the price by frozen terms', () => {
  test.each(workedTable('change', 'Frozen terms, worked'))('$title', ({ cell }) => {
    const of = (name: string) => cents(cell(name));
    const [booked, players] = [Number(cell('booked')), Number(cell('players'))];
    const due = of('charge') + of('clubs') - of('discount');
    const before = {
      raw_charge: of('charge'),
      raw_rental_amount: of('clubs'),
      raw_discount_amount: of('discount'),
      raw_gift_certificate_amount: of('certificate'),
      raw_total: due - of('certificate'),
    };
    const charge = amountForPlayers(before.raw_charge, players, booked)!;
    const discount = amountForPlayers(before.raw_discount_amount, players, booked)!;
    const after = repriceRound(before, { charge, discount });
    expect(after).toEqual({
      raw_charge: of('charge now'),
      raw_rental_amount: of('clubs'),
      raw_discount_amount: of('discount now'),
      raw_gift_certificate_amount: of('certificate now'),
      raw_total: of('total now'),
    });
    expect(priceDifference(before, after)).toBe(of('difference'));
  });
});

test('a share that is no amount is none', () => {
  expect(amountForPlayers(Number.MAX_SAFE_INTEGER, 144, 1)).toBeNull();
});

const amounts = (text: string): number[] => (text === '' ? [] : text.split(', ').map(cents));

describe('how a difference is settled', () => {
  test.each(workedTable('change', 'How the difference is settled'))('$title', ({ cell }) => {
    const of = (name: string) => cents(cell(name));
    const before = {
      raw_charge: 0,
      raw_rental_amount: 0,
      raw_discount_amount: 0,
      raw_gift_certificate_amount: 50_000,
      raw_total: 50_000,
    };
    const after = {
      ...before,
      raw_gift_certificate_amount: 50_000 + of('certificate by'),
      raw_total: 50_000 + of('total by'),
    };
    const paidBy = {
      on_account: of('on account'),
      charges: amounts(cell('charges, newest first')).map((left, at) => ({ card_last4: `424${at}`, left })),
      certificate: { serial: 'GC-1', left: of('certificate') },
    };
    const moves = settlePriceDifference(before, after, { paidBy, byCard: cell('paid by') === 'card' });
    expect(moves).toEqual({
      on_account: of('account'),
      card: of('card'),
      certificate: 0 - of('to the certificate'),
    });
    const ways = amountsBackByTender(moves, paidBy);
    expect(ways.filter(({ to }) => to === 'card').map(({ raw_amount }) => raw_amount)).toEqual(
      amounts(cell('each charge')),
    );
    expect(unrefundableCents(moves, paidBy)).toBe(0);
  });

  test('each way is called by its name, in its order', () => {
    const paidBy = {
      on_account: 100,
      charges: [
        { card_last4: '4242', left: 30 },
        { card_last4: null, left: 50 },
      ],
      certificate: { serial: 'GC-1', left: 70 },
    };
    expect(amountsBackByTender({ on_account: -100, card: -40, certificate: -7 }, paidBy)).toEqual([
      { to: 'account', name: 'the account', raw_amount: 100 },
      { to: 'card', name: 'card 4242', raw_amount: 30 },
      { to: 'card', name: 'the card', raw_amount: 10 },
      { to: 'certificate', name: 'gift certificate GC-1', raw_amount: 7 },
    ]);
  });

  test('a card that was charged several times is told once, with all that goes back to it', () => {
    const charge = (card_last4: string | null, left: number) => ({ card_last4, left });
    const charges = [charge('4242', 30), charge('1881', 20), charge('4242', 50), charge(null, 9)];
    const paidBy = { on_account: 0, charges, certificate: null };
    expect(amountsBackByTender({ on_account: 0, card: -105, certificate: 0 }, paidBy)).toEqual([
      { to: 'card', name: 'card 4242', raw_amount: 80 },
      { to: 'card', name: 'card 1881', raw_amount: 20 },
      { to: 'card', name: 'the card', raw_amount: 5 },
    ]);
  });

  test('what refunds took before is missing', () => {
    const paidBy = { on_account: 0, charges: [{ card_last4: null, left: 30 }], certificate: null };
    expect(unrefundableCents({ on_account: 0, card: -50, certificate: -7 }, paidBy)).toBe(27);
    expect(unrefundableCents({ on_account: 0, card: -30, certificate: 0 }, paidBy)).toBe(0);
    expect(unrefundableCents({ on_account: 0, card: 30, certificate: 0 }, paidBy)).toBe(0);
  });
});

test('any change keeps every term a price, and what is moved is what the price changed by', () => {
  const amount = fc.integer({ min: 0, max: 100_000_00 });
  const party = fc.integer({ min: 1, max: 144 });
  const prices = fc.record({
    charge: amount,
    off: amount,
    rental: amount,
    paid: amount,
    part: fc.nat(),
    byCard: fc.boolean(),
  });
  fc.assert(
    fc.property(prices, party, party, (drawn, booked, players) => {
      const { part, byCard } = drawn;
      const off = Math.min(drawn.off, drawn.charge);
      const due = drawn.charge + drawn.rental - off;
      const certificate = Math.min(drawn.paid, due);
      const before = {
        raw_charge: drawn.charge,
        raw_rental_amount: drawn.rental,
        raw_discount_amount: off,
        raw_gift_certificate_amount: certificate,
        raw_total: due - certificate,
      };
      const charge = amountForPlayers(before.raw_charge, players, booked)!;
      const discount = amountForPlayers(off, players, booked)!;
      const after = repriceRound(before, { charge, discount });
      expect(discount).toBeLessThanOrEqual(charge);
      for (const term of Object.values(after)) expect(term).toBeGreaterThanOrEqual(0);
      const on_account = before.raw_total === 0 ? 0 : part % (before.raw_total + 1);
      const card = before.raw_total - on_account;
      const paidBy = {
        on_account,
        charges: [{ card_last4: null, left: card }],
        certificate: { serial: 'GC-1', left: certificate },
      };
      const moves = settlePriceDifference(before, after, { paidBy, byCard });
      expect(moves.on_account + moves.card + moves.certificate).toBe(priceDifference(before, after));
      expect(unrefundableCents(moves, paidBy)).toBe(0);
      const standing = paymentColumns(after, card + moves.card);
      expect(standing.is_card).toBe(card + moves.card > 0);
      expect(cardShareCents({ ...after, ...standing })).toBe(card + moves.card);
      expect(standing.is_card ? standing.raw_open : after.raw_total).toBe(on_account + moves.on_account);
    }),
  );
});

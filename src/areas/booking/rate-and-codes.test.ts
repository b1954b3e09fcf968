import { describe, expect, test } from 'vitest';
import { aCertificate, aDiscount } from '../../../test/support/factories.ts';
import { bookingSetup } from '../../../test/support/booking-engine.ts';
import { STAFF_LEVELS } from '../../contract/wire.ts';
import { booking } from './booking.contract.ts';

const { app, at, round } = bookingSetup();

describe('the rate', () => {
  const rate = (tee_time: object) =>
    app.ok(booking.rate, { body: { booking: { tee_time: { ...round(), ...tee_time } } } }, at.headers);
  test('covers the round, with the suggested charge for all players', async () => {
    expect(await rate({})).toMatchObject({ type: 'RicGolfRate', rate: '100.00', suggested_charge: 21_000 });
  });
  test.each(STAFF_LEVELS)('says what it leaves per player to all but hotels: %s', async (level) => {
    const body = { booking: { tee_time: round() } };
    const { margin } = await app.ok(booking.rate, { body }, await app.signedIn(level));
    const told = { raw_sell: 10_000, raw_fees: 500, raw_net: 6_000, raw_margin: 4_500 };
    expect(margin).toEqual(level === 'hotels' ? undefined : expect.objectContaining(told));
  });
  test.each([
    [{ play_date: '' }],
    [{ play_time: '' }],
    [{ players: 0 }],
    [{ course: { id: 0 } }],
    [{ play_date: '2050-01-01' }],
  ])('is empty for %j', async (tee_time) => expect(await rate(tee_time)).toEqual({}));
  test.each([
    ['players', { players: 1.5 }],
    ['players', { players: 145 }],
    ['course', { course: { id: 1.5 } }],
    ['course', { course: { id: 1e21 } }],
    ['course', { course: { id: -1 } }],
  ])('is refused for what cannot be %s: %j', async (field, tee_time) => {
    const body = { booking: { tee_time: { ...round(), ...tee_time } } };
    expect(await app.call(booking.rate, { body }, at.headers)).toMatchObject({
      status: 422,
      body: { errors: { [field]: expect.any(Array) } },
    });
  });
});

describe('a code', () => {
  const asked = (call: 'validateDiscount' | 'validateCert', codes: object) =>
    app.call(booking[call], { body: { booking: { tee_time: round(), ...codes } } }, at.headers);
  test.each(['validateDiscount', 'validateCert'] as const)(
    '%s answers both as they are accepted together, and each error under its own name',
    async (call) => {
      const alone = await aDiscount(app.db);
      const stacking = await aDiscount(app.db, { gift_certificate_stack: true });
      const { serial } = await aCertificate(app.db);
      const both = { discount_code: stacking.code, gift_cert_serial: serial };
      expect(await asked(call, both)).toMatchObject({
        status: 200,
        body: { tee_time: { discount: { code: stacking.code }, gift_certificate: { serial } } },
      });
      const fieldsOf = async (codes: object) => {
        const { status, body } = await asked(call, { ...both, ...codes });
        return { status, fields: Object.keys((body as { errors?: object }).errors ?? {}) };
      };
      expect(await fieldsOf({ gift_cert_serial: 'GC-NOPE' })).toEqual({
        status: 422,
        fields: ['gift_cert_serial'],
      });
      expect(await fieldsOf({ discount_code: 'NOPE' })).toEqual({ status: 422, fields: ['discount_code'] });
      expect(await fieldsOf({ discount_code: alone.code })).toEqual({
        status: 422,
        fields: ['discount_code'],
      });
    },
  );
});

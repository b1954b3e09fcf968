import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aCard } from '../../../../test/support/bookings.ts';
import { teeTimeStanding } from '../../../../test/support/canceling.ts';
import { CALL_COURSE_MESSAGE, changingSetup } from '../../../../test/support/changing.ts';
import { aCertificate } from '../../../../test/support/factories.ts';

const { app, at, booked, quote, change, done, shown, cancel, entryOf } = changingSetup();

describe('less to pay', () => {
  test('goes back to the cards, the newest charge first', async () => {
    const id = await booked();
    await done(change(id, { players: 5 }, { card: aCard() }));
    const answer = await done(change(id, { players: 2 }));
    expect(answer).toMatchObject({ raw_back: 30_900, raw_charged: 0 });
    expect(answer.message).toBe(
      `The tee time is changed. $309.00 goes back to card 4242. ${CALL_COURSE_MESSAGE}`,
    );
    expect(await entryOf(id)).toMatchObject({
      moved: { back: [{ to: 'card', name: 'card 4242', raw_amount: 30_900 }] },
    });
    expect(await teeTimeStanding(app.db, id)).toMatchObject({
      raw_paid: 20_600,
      refunds: ['succeeded 10300', 'succeeded 20600'],
    });
    // The rest of the money goes back with the cancellation.
    expect(
      await cancel(id, { cancel: true, refund: true, force_cancel: true, refund_amount: 9_000 }),
    ).toMatchObject({ valid: true });
    expect(await teeTimeStanding(app.db, id)).toMatchObject({ state: 'canceled', raw_paid: 11_600 });
  });

  test('gives the certificate its share last', async () => {
    const { serial, id: certificate } = await aCertificate(app.db, { raw_value: 30_000 });
    const id = await booked({ gift_cert_serial: serial });
    const { back } = await quote(id, { players: 2 });
    expect(back).toEqual([
      { to: 'card', name: 'card 4242', raw_amount: 11_200 },
      { to: 'certificate', name: `gift certificate ${serial}`, raw_amount: 9_400 },
    ]);
    expect(await done(change(id, { players: 2 }))).toMatchObject({ raw_back: 20_600 });
    expect(await shown(id)).toMatchObject({ total: '0.00', paid: '0.00', gift_certificate_amount: '206.00' });
    const { raw_balance } = await app.db
      .selectFrom('gift_certificates')
      .select('raw_balance')
      .where('id', '=', certificate)
      .executeTakeFirstOrThrow();
    expect(raw_balance).toBe(9_400);
  });

  test('of certificate, card and account is right after each of a row of changes', async () => {
    const { serial } = await aCertificate(app.db, { raw_value: 30_000 });
    const id = await booked({ gift_cert_serial: serial });
    const paidBy = async () => {
      const { rows } = await sql<{ account: string; cents: number }>`
        select account, sum(raw_amount)::bigint as cents from ledger_entries
        where tee_time_id = ${id} and account <> 'tee_time' group by account`.execute(app.db);
      const of = (account: string) => rows.find((row) => row.account === account)?.cents ?? 0;
      return { certificate: of('gift_certificate'), card: of('card'), owed: of('on_account') };
    };
    const today = { terms: 'today', course: { id: at.course } };
    const dear = { ...today, course: { id: at.dear }, play_date: '2030-06-21' };
    const card = { card: aCard() };
    const steps = [
      [{ ...today, players: 5 }, card, { certificate: 30_000, card: 21_500, owed: 0 }],
      [{ ...today, players: 2 }, {}, { certificate: 20_600, card: 0, owed: 0 }],
      [{ ...today, players: 2, play_date: '2030-06-21' }, {}, { certificate: 20_600, card: 0, owed: 0 }],
      [{ ...today, players: 4, play_date: '2030-06-21' }, {}, { certificate: 20_600, card: 0, owed: 20_600 }],
      [dear, card, { certificate: 20_600, card: 18_800, owed: 20_600 }],
      [{ ...dear, players: 3, play_time: '08:10' }, {}, { certificate: 20_600, card: 18_800, owed: 5_600 }],
    ] as const;
    expect(await paidBy()).toEqual({ certificate: 30_000, card: 11_200, owed: 0 });
    for (const [to, way, paid] of steps) {
      await done(change(id, to, way));
      expect(await paidBy()).toEqual(paid);
      expect(await teeTimeStanding(app.db, id)).toMatchObject({ raw_paid: paid.card });
    }
  });

  test('is owed no longer where nothing was charged', async () => {
    const id = await booked({ card: false });
    const answer = await done(change(id, { players: 3 }));
    expect(answer).toMatchObject({ raw_back: 0, raw_on_account: -10_300 });
    expect(answer.message).toContain('$103.00 is owed no longer.');
    await cancel(id, { cancel: true, force_cancel: true });
  });

  test('changes nothing where the bank refuses the refund', async () => {
    const id = await booked({ credit_card: aCard('refund_declined') });
    expect(await change(id, { players: 3 })).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^The refund was not made, and nothing is changed\. /) },
    });
    expect(await shown(id)).toMatchObject({ players: 4, total: '412.00', paid: '412.00' });
  });

  test('stays in the price as far as a bank refuses it', async () => {
    const id = await booked({ credit_card: aCard('refund_declined') });
    await done(change(id, { players: 5 }, { card: aCard() }));
    const answer = await done(change(id, { players: 3 }));
    expect(answer).toMatchObject({ raw_back: 10_300 });
    expect(answer.message).toContain('$103.00 did not go back to the card, and stays in the price.');
    expect(await shown(id)).toMatchObject({ players: 3, charge: '412.00', total: '412.00', paid: '412.00' });
  });

  test('can be kept: the price stays, and round, terms and cost are others', async () => {
    const id = await booked();
    const answer = await done(change(id, { players: 2, terms: 'today' }, { difference: 'keep' }));
    expect(answer).toEqual({
      id,
      raw_charged: 0,
      raw_back: 0,
      raw_on_account: 0,
      message: `The tee time is changed. Its price stays as it was. ${CALL_COURSE_MESSAGE}`,
    });
    expect(await shown(id)).toMatchObject({ players: 2, total: '412.00', paid: '412.00', cost: '120.00' });
    expect(await teeTimeStanding(app.db, id)).toMatchObject({ ledger: [] });
  });

  test('that is kept is no other price of each player', async () => {
    const id = await booked();
    await done(change(id, { players: 3 }, { difference: 'keep' }));
    expect(await quote(id, { players: 4 })).toMatchObject({ raw_difference: 0 });
    expect(await quote(id, { players: 2 })).toMatchObject({ raw_difference: -20_600 });
    // After a settled change, the price is that of the new party.
    await done(change(id, { players: 2 }));
    expect(await quote(id, { players: 4 })).toMatchObject({ raw_difference: 20_600 });
  });

  test('is not given back without an approval above the limit, but may be kept', async () => {
    const id = await booked({ tee_time: { players: 8, charge: '824.00' } });
    const says =
      '$515.00 would go back, and more than $400.00 needs an approval. Please keep the difference, and ask for it as a refund.';
    expect(await quote(id, { players: 3 })).toMatchObject({ refusal: null, settle_refusal: says });
    expect(await change(id, { players: 3 })).toMatchObject({ status: 422, body: { message: says } });
    // All amounts that price changes gave back count together toward the limit.
    await done(change(id, { players: 5 }));
    expect((await quote(id, { players: 3 })).settle_refusal).toContain('more than $91.00 needs');
    await done(change(id, { players: 3 }, { difference: 'keep' }));
    const asked = await cancel(id, { refund: true, refund_amount: 9_200 });
    expect(asked).toMatchObject({ valid: false, waits: true });
    expect((await quote(id, { players: 2 })).refusal).toContain('waits for the approval');
  });

  test('is not given back twice: what was refunded is not there any more', async () => {
    const id = await booked();
    await cancel(id, { refund: true, refund_amount: 35_000 });
    expect(await quote(id, { players: 3 })).toMatchObject({
      settle_refusal:
        '$41.00 of what would go back was refunded before. Please keep the difference, or cancel it and book again.',
    });
    expect((await change(id, { players: 3 })).status).toBe(422);
    expect(await done(change(id, { players: 3 }, { difference: 'keep' }))).toMatchObject({ raw_back: 0 });
  });
});

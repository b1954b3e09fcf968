import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard, sendBooking } from '../../../../test/support/bookings.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { leaseOpenAttempts, markAttemptSent } from '../../payments/attempts.queries.ts';

// With this setting a lease expires before the charge can be sent.
const app = testApp({ settings: { RECONCILE_LEASE_MS: '1' } });
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});

test('a booking that took too long before its charge says that nothing was charged, at once', async () => {
  const answered = await sendBooking(
    app,
    aBookingBody({ course, credit_card: aCard() }),
    agent,
    'lost-lease',
  );
  expect(answered).toMatchObject({
    status: 422,
    body: {
      errors: {
        'credit_card.number': [
          'The payment gateway never got this charge. Nothing was charged; please book again.',
        ],
      },
    },
  });
  const attempts = await app.db.selectFrom('payment_attempts').select(['state', 'sent_at']).execute();
  expect(attempts).toEqual([{ state: 'abandoned', sent_at: null }]);
  expect(app.gatewayBook()).toEqual([]);
});

test('whoever lost an attempt to another may not send it, though that one still has its lease', async () => {
  await sendBooking(app, aBookingBody({ course, credit_card: aCard() }), agent, 'taken-lease');
  const lost = await app.db
    .updateTable('payment_attempts')
    .set({ state: 'created', lease_until: new Date(Date.now() - 1_000) })
    .where(
      'created_at',
      '=',
      app.db.selectFrom('payment_attempts').select((of) => of.fn.max('created_at').as('newest')),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  const [taken] = await leaseOpenAttempts(app.db, {
    everyMs: 1,
    leaseMs: 60_000,
    watchMs: 1,
    notSince: new Date().toISOString(),
    most: 1,
  });
  expect(taken?.id).toBe(lost.id);
  expect(await markAttemptSent(app.db, lost, { leaseMs: 60_000 })).toBe(false);
  if (taken) expect(await markAttemptSent(app.db, taken, { leaseMs: 60_000 })).toBe(true);
  const back = { state: 'abandoned', sent_at: null, lease_until: null } as const;
  await app.db.updateTable('payment_attempts').set(back).where('id', '=', lost.id).execute();
});

import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { operations } from '../../src/areas/operations/operations.contract.ts';
import type { TestCardBehavior } from '../../src/integrations/payment/test-cards.ts';
import { testApp, type ReceivedAnswer, type HeaderFields } from './app.ts';
import { aBookingBody, aCard, pendingOperationId, sendBooking } from './bookings.ts';
import { aCertificate, aCourse } from './factories.ts';
import { reconcileOnce, reconcileUntil } from './reconcile.ts';
import { attemptsFor } from './attempts-for.ts';

export const APPEAR_LATE_MS = 600_000;

/** A company whose bookings are paid by cards of any behavior, and the functions that follow their payments. */
export function chargedBookings() {
  const app = testApp({ delays: { appearLateMs: APPEAR_LATE_MS } });
  const at = { agent: {} as HeaderFields, course: 0 };
  beforeAll(async () => {
    at.agent = await app.signedIn('agent');
    at.course = (await aCourse(app.db, { email: 'pro@course.example' })).id;
  });
  const send = (body: object, key: string) => sendBooking(app, body, at.agent, key);

  /** Books on a card with this behavior and a certificate of $100.00. */
  async function charge(behaviour: TestCardBehavior, tee_time = {}) {
    const certificate = await aCertificate(app.db);
    const paid = { credit_card: aCard(behaviour), gift_cert_serial: certificate.serial };
    const body = aBookingBody({ course: at.course, tee_time, ...paid });
    const key = randomUUID();
    const answered = await send(body, key);
    const teeTime = await app.db
      .selectFrom('tee_times')
      .select('id')
      .where('gift_certificate_id', '=', certificate.id)
      .executeTakeFirstOrThrow();
    return { answered, body, key, tee_time_id: teeTime.id, certificate_id: certificate.id };
  }

  const show = async (answered: ReceivedAnswer) =>
    app.ok(operations.show, { params: { id: pendingOperationId(answered) } }, at.agent);
  const reconcile = () => reconcileOnce(app.context);
  const settled = async (answered: ReceivedAnswer) =>
    reconcileUntil(app, async () => (await show(answered)).state === 'settled');
  const inBook = async (tee_time_id: number) => {
    const ours = await app.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('id', 'in', attemptsFor(app.db, tee_time_id))
      .execute();
    const ids = new Set(ours.map(({ id }) => id));
    return app
      .gatewayBook()
      .filter((line) => ids.has(line.reference) && line.state === 'succeeded')
      .map(({ kind, raw_amount }) => `${kind} ${raw_amount}`);
  };

  return { app, at, send, charge, show, reconcile, settled, inBook };
}

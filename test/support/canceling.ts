import { beforeAll } from 'vitest';
import type { HeaderFields, TestApp } from './app.ts';
import { aCard, bookTeeTime } from './bookings.ts';
import { aCourse, aRate } from './factories.ts';
import { reconcileUntil } from './reconcile.ts';
import type { TestCardBehavior } from '../../src/integrations/payment/test-cards.ts';
import { operations } from '../../src/areas/operations/operations.contract.ts';
import type { Db } from '../../src/server/process/context.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { attemptsFor } from './attempts-for.ts';

type Given = {
  behaviour?: TestCardBehavior | null;
  at?: number;
  confirmation?: string;
  gift_cert_serial?: string;
};

/** A cancel request that cancels the tee time and refunds the standard amount. */
export const CANCEL_AND_REFUND = { cancel: true, refund: true };

/** Sets up an agent who books and cancels, 41 h before the tee times are played. */
export function cancelingAgentSetup(app: TestApp) {
  let agent: HeaderFields = {};
  let course = 0;
  let strict = 0;
  beforeAll(async () => {
    app.setClock('2030-05-30T22:42:00Z'); // 3:42 pm on May 30 in San Diego
    agent = await app.signedIn('agent');
    course = (await aCourse(app.db)).id;
    await aRate(app.db, course, { raw_non_refundable: 2_000, cancel_hours: 24 });
    strict = (await aCourse(app.db)).id;
    await aRate(app.db, strict, { cancel_hours: 48 });
  });
  let made = 0;
  const operation = (id: string) => app.ok(operations.show, { params: { id } }, agent);
  return {
    agent: () => agent,
    /** Returns a course that refunds nothing within 48 h; all others keep $20.00 per player from 24 h on. */
    strict: () => strict,
    /** Books a tee time at $412.00 for the next morning, by card unless `behaviour` is null. */
    async booked({ behaviour = 'approved', at = course, confirmation, gift_cert_serial }: Given = {}) {
      made += 1;
      const { id } = await bookTeeTime(app, agent, {
        course: at,
        ...(behaviour && { credit_card: aCard(behaviour) }),
        ...(gift_cert_serial && { gift_cert_serial }),
        tee_time: { play_time: '08:42', confirmation: confirmation ?? `OK-${made}` },
      });
      return id;
    },
    cancel: (body: Record<string, unknown>, key?: string) =>
      app.call(teeTimes.cancel, { body }, { ...agent, ...(key && { 'idempotency-key': key }) }),
    options: (id: number) => app.ok(teeTimes.cancelOptions, { params: { id } }, agent),
    operation,
    /** Returns an operation once the reconciler has settled it. */
    async settled(id: string) {
      await reconcileUntil(app, async () => (await operation(id)).state === 'settled');
      return operation(id);
    },
  };
}

/** Returns the state of a tee time: its paid charge, its refunds, and the ledger entries after its booking. */
export async function teeTimeStanding(db: Db, id: number) {
  const teeTime = db.selectFrom('tee_times').select(['state', 'raw_paid']);
  const refunds = db
    .selectFrom('payment_attempts')
    .select(['state', 'raw_amount'])
    .where('id', 'in', attemptsFor(db, id))
    .where('kind', '=', 'refund')
    .orderBy('created_at')
    .orderBy('raw_amount');
  const moved = db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.ledger_transaction_id')
    .select(['kind', 'account', 'raw_amount'])
    .where('ledger_entries.tee_time_id', '=', id)
    .where('kind', '<>', 'booking')
    .orderBy('ledger_entries.id');
  const { state, raw_paid } = await teeTime.where('id', '=', id).executeTakeFirstOrThrow();
  return {
    state,
    raw_paid,
    refunds: (await refunds.execute()).map((refund) => `${refund.state} ${refund.raw_amount}`),
    ledger: (await moved.execute()).map((line) => `${line.kind} ${line.account} ${line.raw_amount}`),
  };
}
/** The ledger entries of a full refund of $412.00 to a card. */
export const FULL_REFUND_ENTRIES = ['refund tee_time 41200', 'refund card -41200'];

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { discounts } from '../../src/areas/discounts/discounts.contract.ts';
import { aBookingBody } from '../support/bookings.ts';
import { aDiscount } from '../support/factories.ts';
import type { RaceRound } from './race-rounds.ts';
import { compareCounts, noDamage, rejectedField, type RaceDamage, type SignedInCaller } from './racing.ts';

/** The order in which transactions committed. PostgreSQL delivers notifications in that order, whatever the clocks say. */
export type CommitNotifications = { of(discount: number): Promise<string[]>; stop(): void };

/** Makes the database notify of every booking with a discount, and of every disabled discount. */
export async function listenForCommits(pool: pg.Pool): Promise<CommitNotifications> {
  const client = await pool.connect();
  await client.query(`
    create function tell_of_discount() returns trigger language plpgsql as $$ begin
      if tg_table_name = 'discounts' then perform pg_notify('commits', new.id || ' disabled');
      else perform pg_notify('commits', new.golf_discount_id || ' booked ' || new.id); end if;
      return null; end $$;
    create trigger tell after insert on tee_times for each row when (new.golf_discount_id is not null)
      execute function tell_of_discount();
    create trigger tell after update on discounts for each row when (old.enabled and not new.enabled)
      execute function tell_of_discount();
    listen commits`);
  const told: string[] = [];
  const waiting = new Map<string, () => void>();
  client.on('notification', ({ payload = '' }) => {
    told.push(payload);
    waiting.get(payload)?.();
  });
  let asked = 0;
  return {
    stop: () => client.release(true),
    async of(discount) {
      asked += 1;
      const end = `end ${asked}`;
      const isAllTold = new Promise<void>((resolve) => waiting.set(end, resolve));
      await client.query(`notify commits, '${end}'`);
      await isAllTold;
      return told.filter((line) => line.startsWith(`${discount} `)).map((line) => line.split(' ')[1] ?? '');
    },
  };
}

/**
 * Races bookings with a discount against an admin who disables the discount: no booking that uses it commits after that.
 */
export async function bookAgainstDisableDiscount({
  app,
  course,
  agents,
  admins,
  commits,
}: RaceRound): Promise<RaceDamage> {
  const { id, code } = await aDiscount(app.db);
  const bookOnce = async (agent: SignedInCaller) => {
    await pause(Math.random() * 20);
    return agent(booking.book, { body: aBookingBody({ course, discount_code: code }) });
  };
  const disable = async (admin: SignedInCaller) => {
    await pause(Math.random() * 20);
    const form = { code, start_date: '2020-01-01', end_date: '2040-12-31', amount: '10.00', enabled: false };
    return admin(discounts.update, { body: { id, discount: form } });
  };
  const [answers, disabled] = await Promise.all([
    Promise.all(agents.slice(1).map(bookOnce)),
    disable(admins[0]!),
  ]);
  const damage = noDamage();
  compareCounts(damage, 'disabled', { is: disabled.status, must: 200 });
  const booked = answers.filter(({ status }) => status === 200);
  const refused = answers.filter((one) => rejectedField(one) === 'discount_code');
  compareCounts(damage, 'sessions answered', { is: booked.length + refused.length, must: answers.length });
  const cents = booked.map(({ body }) => booking.book.answer.parse(body).tee_time.totals.discount);
  const off = cents.filter((each) => each === 1_000).length;
  compareCounts(damage, 'bookings with exactly this discount', { is: off, must: booked.length });
  const order = await commits.of(id);
  const late = order.slice(order.indexOf('disabled')).filter((what) => what === 'booked').length;
  compareCounts(damage, 'bookings with it after it was disabled', { is: late, must: 0 });
  compareCounts(damage, 'bookings that committed', { is: order.length - 1, must: booked.length });
  return damage;
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aBookingBody, aCard, bookTeeTime } from '../../../test/support/bookings.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { stripeTestApp } from '../../../test/support/stripe.ts';
import type { AppContext } from '../../server/process/context.ts';
import { BookingResult, booking } from '../booking/booking.contract.ts';
import { notices } from '../notices/notices.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { gatewayProblems } from './gateway-book.steps.ts';
import { startLedgerCheck } from './ledger-check.job.ts';
import { attemptsFor } from '../../../test/support/attempts-for.ts';

const app = testApp({ checkBooks: false, settings: { PAYMENT_TRY_MS: '500', LEDGER_CHECK_EVERY_MS: '20' } });
const stripe = stripeTestApp(app);
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});

const TEN_MINUTES = 600;
/** Moves all payments ten minutes back, because recent ones are not compared. */
async function tenMinutesLater(): Promise<void> {
  await app.db
    .updateTable('payment_attempts')
    .set({ sent_at: sql<string>`sent_at - interval '10 minutes'` })
    .execute();
  for (const one of stripe.server.book.intents.values()) one.created -= TEN_MINUTES;
  for (const one of stripe.server.book.refunds) one.created -= TEN_MINUTES;
}
async function refunded(): Promise<number> {
  const { body } = await stripe.call(
    booking.book,
    { body: aBookingBody({ course, credit_card: aCard() }) },
    agent,
  );
  const { id } = BookingResult.parse(body).tee_time;
  const asked = { id, cancel: true, refund: true, force_cancel: true };
  expect(await stripe.call(teeTimes.cancel, { body: asked }, agent)).toMatchObject({ status: 200 });
  return id;
}
const attemptsOf = (tee_time_id: number) =>
  app.db
    .selectFrom('payment_attempts')
    .select(['id', 'kind'])
    .where('id', 'in', attemptsFor(app.db, tee_time_id))
    .orderBy('kind')
    .execute();

test("Stripe's book and ours agree, also over several pages and beside what others charge there", async () => {
  stripe.server.book.pageSize = 1;
  await refunded();
  await refunded();
  expect(await gatewayProblems(stripe.context)).toEqual([]);
  await tenMinutesLater();
  const { gateway } = stripe.context.integrations;
  await gateway.prepare({ reference: 'another-program', raw_amount: 900, description: '' });
  const foreign = [...stripe.server.book.intents.values()].at(-1)!;
  foreign.status = 'succeeded';
  expect(await gatewayProblems(stripe.context)).toEqual([]);
  const now = new Date();
  expect(await gateway.listSucceeded({ from: new Date(now.getTime() - 3_600_000), to: now })).toHaveLength(5);
});

test('what Stripe has and we have not is a notice, and so is the other way round', async () => {
  const id = await refunded();
  await tenMinutesLater();
  const [charge, refund] = await attemptsOf(id);
  const moved = stripe.server.book.refunds.find(({ metadata }) =>
    JSON.stringify(metadata).includes(refund!.id),
  )!;
  moved.amount += 1;
  const reference = randomUUID();
  await stripe.context.integrations.gateway.prepare({ reference, raw_amount: 900, description: '' });
  [...stripe.server.book.intents.values()].at(-1)!.status = 'succeeded';
  await app.db
    .updateTable('payment_attempts')
    .set({ state: 'declined' })
    .where('id', '=', charge!.id)
    .execute();
  const found = [
    `check_6: the gateway has no refund ${refund!.id} of 41200 cents`,
    `check_6: we have no charge ${charge!.id} of 41200 cents`,
    `check_6: we have no charge ${reference} of 900 cents`,
    `check_6: we have no refund ${refund!.id} of 41201 cents`,
  ];
  expect((await gatewayProblems(stripe.context)).toSorted()).toEqual(found.toSorted());
  const timer = startLedgerCheck(stripe.context);
  await expect
    .poll(async () => {
      const told = await app.ok(notices.index, {}, agent);
      return told.filter(({ message }) => message.includes('check_6')).length;
    })
    .toBe(found.length);
  await timer.stop();
});

test('a refund that failed within its first hour is recorded, and the books agree', async () => {
  const id = await refunded();
  await tenMinutesLater();
  const [, refund] = await attemptsOf(id);
  const made = stripe.server.book.refunds.find(({ metadata }) =>
    JSON.stringify(metadata).includes(refund!.id),
  )!;
  made.status = 'failed';
  const problems = await gatewayProblems(stripe.context);
  expect(problems.filter((problem) => problem.includes(refund!.id))).toEqual([]);
  expect(await app.ok(teeTimes.show, { params: { id } }, agent)).toMatchObject({ paid: '412.00' });
});

test('a gateway that does not say is no disagreement, nor is one under another key', async () => {
  await refunded();
  await tenMinutesLater();
  const quiet = async (context: AppContext) =>
    (await gatewayProblems(context)).filter((problem) => problem.includes('the gateway has no charge'));
  expect(await quiet(stripe.appWith('sk_test_2'))).toEqual([]);
  stripe.server.faults.push({ step: 'list', how: 'restricted', times: 1 });
  expect(await gatewayProblems(stripe.context)).toEqual([]);
  stripe.server.faults.push({ step: 'list', how: 'error_before', times: 1 });
  expect(await gatewayProblems(stripe.context)).toEqual([]);
});

test('a built-in gateway that all processes share is compared as well', async () => {
  const shared = { ...app.context, settings: { ...app.context.settings, gatewayUrl: app.gatewayUrl } };
  const { id } = await bookTeeTime(app, agent, { course, credit_card: aCard() });
  const of = (problems: string[], key: string) => problems.filter((problem) => problem.includes(key));
  const [charge] = await attemptsOf(id);
  expect(of(await gatewayProblems(shared), charge!.id)).toEqual([]);
  await app.db
    .updateTable('payment_attempts')
    .set({ state: 'declined' })
    .where('id', '=', charge!.id)
    .execute();
  expect(of(await gatewayProblems(shared), charge!.id)).toEqual([
    `check_6: we have no charge ${charge!.id} of 41200 cents`,
  ]);
  expect(await gatewayProblems(app.context)).toEqual([]);
});

import { expect, test } from 'vitest';
import { chargedBookings } from '../../../test/support/charged-bookings.ts';
import { knownOutcomeProblems } from './ledger-check.job.ts';
import { ledgerProblems } from './ledger-check.queries.ts';
import { attemptsFor } from '../../../test/support/attempts-for.ts';

const { app, charge, settled } = chargedBookings();

test("the gateway's book is compared with ours by reference and amount", async () => {
  const made = await charge('approved');
  const lines = app.gatewayBook().filter((line) => line.state === 'succeeded');
  const book = {
    charges: lines.filter((line) => line.kind === 'charge'),
    refunds: lines.filter((line) => line.kind === 'refund'),
  };
  expect(await ledgerProblems(app.db, book)).toEqual([]);
  const ours = await app.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('id', 'in', attemptsFor(app.db, made.tee_time_id))
    .executeTakeFirstOrThrow();
  const charges = book.charges.map((line) =>
    line.reference === ours.id ? { ...line, raw_amount: 1 } : line,
  );
  expect(await ledgerProblems(app.db, { ...book, charges })).toEqual([
    `check_6: the gateway has no charge ${ours.id} of 31200 cents`,
    `check_6: we have no charge ${ours.id} of 1 cents`,
  ]);
});

test('what the gateway knows for more than 60 s and we do not is a finding', async () => {
  const made = await charge('timeout_after');
  expect(await knownOutcomeProblems(app.context)).toEqual([]);
  const { id } = await app.db
    .updateTable('payment_attempts')
    .set({ sent_at: new Date(Date.now() - 61_000) })
    .where('id', 'in', attemptsFor(app.db, made.tee_time_id))
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await knownOutcomeProblems(app.context)).toEqual([
    `check_7: attempt ${id} is unknown here, but succeeded at the gateway`,
  ]);
  await settled(made.answered);
  expect(await knownOutcomeProblems(app.context)).toEqual([]);
});

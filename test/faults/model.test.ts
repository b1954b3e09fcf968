import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testApp } from '../support/app.ts';
import { attemptsPerFault, seedForRun, faultTable } from '../support/tried.ts';
import { settleOpenAttempts } from './model/again.ts';
import { commandArbitraries } from './model/commands.ts';
import { FIRST_SALES, sellModelCertificate } from './model/certificates.ts';
import { expectAgreement, MODEL_NOW, openModelApp } from './model/real-app.ts';

/*
 * Compares the application with a simple model of its books: bookings, edits, cancellations, refunds, and gift
 * certificates that are sold, spent, adjusted and refunded, at random, over HTTP, beside the model in memory. After each
 * step the ledger checks must find nothing, and every balance and amount must equal the model's. A failure is shrunk to
 * its fewest steps. MODEL_SEED=... repeats a run.
 */
const tried = faultTable('model');
const RUNS = attemptsPerFault(200, 8);
const STEPS = attemptsPerFault(60, 30);
const SECONDS_A_RUN = 60;
const seed = seedForRun(process.env.MODEL_SEED);
const databases = ['embedded', 'postgres'].filter((on) => on === 'embedded' || process.env.TEST_DATABASE_URL);

describe.each(databases)('on the %s database', (on) => {
  beforeAll(() => vi.stubEnv('TEST_ON', on));
  afterAll(() => vi.unstubAllEnvs());
  // The time-outs are long for a busy machine, because a request that the model counts as answered must not time out.
  const app = testApp({
    settings: { PAYMENT_TRY_MS: '2000', PAYMENT_TOTAL_MS: '2200', RECONCILE_LEASE_MS: '30000' },
  });
  beforeAll(() => app.setClock(MODEL_NOW));

  test(
    `the books agree with a model kept beside them, seed ${seed}`,
    { timeout: RUNS * SECONDS_A_RUN * 1000 },
    async () => {
      const taken = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(
          fc.commands(commandArbitraries, { maxCommands: STEPS, size: 'max' }),
          async (steps) => {
            const context = await openModelApp(app);
            // oxlint-disable-next-line no-await-in-loop -- one after the other
            for (const sale of FIRST_SALES) await sellModelCertificate(context.model, context.real, sale);
            await fc.asyncModelRun(() => context, steps);
            await settleOpenAttempts(context.model, context.real);
            await expectAgreement(context.model, context.real);
            for (const one of steps) {
              const name = String(one).split(' ')[0] ?? '';
              taken.set(name, (taken.get(name) ?? 0) + 1);
            }
          },
        ),
        { numRuns: RUNS, seed, endOnFailure: false },
      );
      const times = [...taken.values()].reduce((sum, count) => sum + count, 0);
      expect(times).toBeGreaterThan(RUNS);
      tried({
        fault: `steps at random beside a model, ${on}`,
        times,
        lost: 0,
        doubled: 0,
        note: `seed ${seed}, ${RUNS} runs: ${[...taken].map(([name, count]) => `${count} ${name}`).join(', ')}`,
      });
    },
  );
});

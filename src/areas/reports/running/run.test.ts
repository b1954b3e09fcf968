import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { reports } from '../reports.contract.ts';
import { runReport } from './run.steps.ts';

const app = testApp();

test.each([
  ['asked for is followed and stopped by them', undefined, true],
  ['that a schedule mails for them is neither', true, false],
] as const)('a report %s at a screen', async (_, isScheduled, isStopped) => {
  const admin = await app.signedIn('admin');
  const staff = await app.db
    .selectFrom('staff_users')
    .select(['id', 'name', 'level'])
    .where('email', '=', String(admin['uid']))
    .executeTakeFirstOrThrow();
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  let signal: AbortSignal | undefined;
  const read = async (__: unknown, stop: AbortSignal) => {
    signal = stop;
    await held;
  };
  const wanted = { name: 'maintenance', query: {}, staff, ...(isScheduled && { isScheduled }) } as const;
  const running = runReport(app.context, wanted, read);
  await expect.poll(() => signal).toBeDefined();
  expect((await app.ok(reports.running, {}, admin)).length).toBe(isStopped ? 1 : 0);
  await app.ok(reports.stop, {}, admin);
  expect(signal?.aborted).toBe(isStopped);
  end();
  await running;
});

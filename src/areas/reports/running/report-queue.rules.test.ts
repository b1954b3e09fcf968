import { describe, expect, test } from 'vitest';
import { ReportQueue, type ReportRun } from './report-queue.rules.ts';

const runOf = (staff_user_id: number): ReportRun => ({
  staff_user_id,
  report: 'weekly',
  rows: 0,
  isWaiting: true,
  isScheduled: false,
  stop: new AbortController(),
});
/** Enters the queue with work that ends when the test calls `finish`. */
function enter(line: ReportQueue, person: number) {
  const run = runOf(person);
  let finish: () => void = () => undefined;
  const work = new Promise<void>((resolve) => (finish = resolve));
  const done = line.inTurn(run, () => work);
  done.catch(() => undefined);
  return { run, done, finish: async () => (finish(), done) };
}

describe('the line for reports', () => {
  test('lets in two at once, in the order of coming', async () => {
    const line = new ReportQueue(2);
    const [a, b, c] = [1, 2, 3].map((person) => enter(line, person));
    expect([a, b, c].map((one) => one?.run.isWaiting)).toEqual([false, false, true]);
    expect(line.of(3)).toMatchObject([{ ahead: 2 }]);
    await a?.finish();
    expect(c?.run.isWaiting).toBe(false);
  });

  test('lets in one of each person, and others past who waits for themselves', async () => {
    const line = new ReportQueue(2);
    const first = enter(line, 1);
    const second = enter(line, 1);
    const other = enter(line, 2);
    expect([first, second, other].map(({ run }) => run.isWaiting)).toEqual([false, true, false]);
    await other.finish();
    expect(second.run.isWaiting).toBe(true);
    await first.finish();
    expect(second.run.isWaiting).toBe(false);
  });

  test('forgets who is stopped while waiting, and who fails', async () => {
    const line = new ReportQueue(1);
    const first = enter(line, 1);
    const waiting = enter(line, 2);
    waiting.run.stop.abort(new Error('enough'));
    await expect(waiting.done).rejects.toThrow('enough');
    expect(line.of(2)).toEqual([]);
    const failing = line.inTurn(runOf(3), () => Promise.reject(new Error('broken')));
    await first.finish();
    await expect(failing).rejects.toThrow('broken');
    expect(enter(line, 4).run.isWaiting).toBe(false);
  });

  test('does not begin what was stopped before', async () => {
    const run = runOf(1);
    run.stop.abort(new Error('enough'));
    await expect(new ReportQueue(1).inTurn(run, () => Promise.resolve())).rejects.toThrow('enough');
  });
});

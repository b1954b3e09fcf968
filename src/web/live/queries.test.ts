import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { LiveQueryClient } from './queries.ts';

/** A query whose answers the test gives by hand. */
function question() {
  const queries = new LiveQueryClient();
  const answers: ((said: string) => void)[] = [];
  const asked = {
    queryKey: ['rows'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    staleTime: 60_000,
  };
  const shown = new QueryObserver(queries, asked);
  return { queries, answers, asked, shown, show: () => onTestFinished(shown.subscribe(() => undefined)) };
}

test('a first question that is open is asked again, and what it was answered is never shown', async () => {
  const { queries, answers, shown, show } = question();
  show();
  const waiting = shown.refetch();
  expect(answers).toHaveLength(1);
  const done = queries.invalidateQueries();
  expect(answers).toHaveLength(2);
  expect(shown.getCurrentResult()).toMatchObject({ isPending: true, isFetching: true, error: null });
  answers[0]?.('before');
  answers[1]?.('after');
  await done;
  expect((await waiting).data).toBe('after');
  expect(shown.getCurrentResult().data).toBe('after');
});

test('what has an answer is asked once more, whether it is being asked or not', async () => {
  const { queries, answers, shown, show } = question();
  show();
  answers[0]?.('first');
  await expect.poll(() => shown.getCurrentResult().data).toBe('first');
  void queries.invalidateQueries();
  expect(answers).toHaveLength(2);
  const done = queries.invalidateQueries({ queryKey: ['rows'] });
  expect(answers).toHaveLength(3);
  answers[1]?.('before');
  answers[2]?.('after');
  await done;
  expect(shown.getCurrentResult().data).toBe('after');
});

test('what was asked ahead for a screen is asked when it is shown', async () => {
  const { queries, answers, asked, shown, show } = question();
  const ahead = queries.prefetchQuery(asked);
  await queries.invalidateQueries();
  answers[0]?.('before');
  await ahead;
  expect(queries.getQueryData(['rows'])).toBeUndefined();
  expect(answers).toHaveLength(1);
  show();
  answers[1]?.('after');
  await expect.poll(() => shown.getCurrentResult().data).toBe('after');
});

test('what is asked of some leaves the others as they are', async () => {
  const { queries, answers, shown, show } = question();
  show();
  await queries.invalidateQueries({ queryKey: ['others'] });
  expect(answers).toHaveLength(1);
  answers[0]?.('first');
  await expect.poll(() => shown.getCurrentResult().data).toBe('first');
});

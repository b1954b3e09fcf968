import { expect, test } from 'vitest';
import { everyCall, specifiedCalls } from './calls.ts';

const specified = specifiedCalls();
const built = new Map(everyCall);

test('the specification has 139 calls', () => expect(specified.size).toBe(139));

test.each(everyCall.filter(([, called]) => !called.ours))(
  '%s is in the specification, with its access',
  (name, called) => expect(specified.get(name)?.access).toBe(called.access),
);

test('a call of ours that the specification names has its access', () => {
  for (const [name, called] of everyCall) {
    const found = specified.get(name);
    if (found) expect([name, called.access]).toEqual([name, found.access]);
  }
});

test('every call of the specification answers', () => {
  expect([...specified.keys()].filter((name) => !built.has(name))).toEqual([]);
});

test('no two calls are the same', () => expect(built.size).toBe(everyCall.length));

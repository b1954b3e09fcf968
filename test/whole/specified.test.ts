import { expect, test } from 'vitest';
import { everyCall, specifiedCalls } from './calls.ts';
import { NOT_BUILT_YET } from './not-built-yet.ts';

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

test('what is not built yet is exactly what is listed', () => {
  const missing = [...specified.keys()].filter((name) => !built.has(name));
  expect(missing.toSorted()).toEqual(NOT_BUILT_YET.toSorted());
});

test('no two calls are the same', () => expect(built.size).toBe(everyCall.length));

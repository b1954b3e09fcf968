import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BOTH_ENGINES } from '../../scripts/testing/both-engines.mjs';
import { projectRoot } from '../../src/server/process/root.ts';

/**
 * The least number of test files on both database engines. Raise it when a file is added to the list; a file leaves the
 * list only when its test is deleted.
 */
const AT_LEAST = 55;

test('the list of tests on both engines names database tests, once each, and does not shrink', () => {
  expect(new Set(BOTH_ENGINES).size).toBe(BOTH_ENGINES.length);
  expect(BOTH_ENGINES.length).toBeGreaterThanOrEqual(AT_LEAST);
  for (const file of BOTH_ENGINES) {
    expect(existsSync(join(projectRoot, file)), file).toBe(true);
    expect(readFileSync(join(projectRoot, file), 'utf8'), file).toMatch(
      /support\/(app|booking-engine|catalogue|charged-bookings|customer-imports|database|imports|listed-open-times|merging|waiting|worked-company)/,
    );
  }
});

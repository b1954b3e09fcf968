import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, the slowest first: a slow file that starts last would delay the end of a test run. */
const LONGEST = [
  'crash.test.ts',
  'races.test.ts',
  'backup.test.ts',
  'crash-load.test.ts',
  'model.test.ts',
  'bad-input.test.ts',
  'certificate-crash.test.ts',
  'database.test.ts',
  'overload.test.ts',
  'partner-crash.test.ts',
  'fuzz.test.ts',
  'mail.test.ts',
  'audit.test.ts',
  'exports.test.ts',
  'demonstration.test.ts',
];

/** Returns true for a test file with a page, which vitest runs in a process of its own. */
const needsPage = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('.dom.test.ts');

const rankOf = (file: TestSpecification): number => {
  if (needsPage(file)) return LONGEST.length + 1;
  const index = LONGEST.indexOf(basename(file.moduleId));
  return index < 0 ? LONGEST.length : index;
};

/**
 * Sorts the files of a run by their known duration. Those with a page come last, so that they share a process among
 * themselves, and the others share theirs, with its database.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

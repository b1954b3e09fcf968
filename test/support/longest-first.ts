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

const rankOf = ({ moduleId }: TestSpecification): number => {
  const index = LONGEST.indexOf(basename(moduleId));
  return index < 0 ? LONGEST.length : index;
};

/** Sorts the test files of a run so that known slow files start first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

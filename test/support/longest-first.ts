import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, in that order: started last, one of them alone would delay the end of a run. */
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

/** Sorts the files of a run by their known duration. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

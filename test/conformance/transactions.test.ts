import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { sourceFiles } from './source-files.ts';

const RUN_ONCE = [
  // Each reads or writes a whole database as a stream, so it must not run again.
  'src/app/demonstration/company.ts',
  'src/server/database/backup/read-in.ts',
  'src/server/database/backup/read-out.ts',
];
const OPENS_ITS_OWN = /\.transaction\(\)|\.startTransaction\(\)/;

const isOurs = (file: string): boolean =>
  file.startsWith('src/') && !file.includes('.test.') && file !== 'src/server/database/transact.ts';

test('a transaction is opened by transact, which runs a lost one again, or by readSnapshot', () => {
  const opening = sourceFiles
    .filter(isOurs)
    .filter((file) => OPENS_ITS_OWN.test(readFileSync(join(projectRoot, file), 'utf8')));
  expect(opening.toSorted()).toEqual(RUN_ONCE.toSorted());
});

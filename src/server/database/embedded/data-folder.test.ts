import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recoverySpaceProblem } from './data-folder.ts';

test('a folder that cannot be asked for its room is refused for what it is, not as a full disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ric-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const below = join(file, 'data');
  expect(await recoverySpaceProblem(below)).toBe(`DATA_DIR ${below} cannot be written: it is not a folder.`);
  expect(await recoverySpaceProblem(folder)).toBeNull();
});

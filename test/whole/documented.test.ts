import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';

test(
  'the documents are what the contract says, the types of the tables what the database says',
  { timeout: 60_000 },
  async () => {
    const checked = promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/docs.ts', '--check'], {
      cwd: projectRoot,
    });
    await expect(checked).resolves.toMatchObject({ stderr: '' });
  },
);

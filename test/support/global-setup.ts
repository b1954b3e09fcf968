import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../src/server/process/root.ts';
import { dropServerDatabases } from './database.ts';

/**
 * Makes the template of the embedded database once, outside of any test's time limit; returns the function that ends the
 * test run.
 */
export function setup(): () => Promise<void> {
  if (process.env.TEST_ON !== 'postgres') {
    // The template is made in a separate process, because Vite does not find the embedded database's worker here.
    const script = join(projectRoot, 'test', 'support', 'make-template.ts');
    execFileSync(process.execPath, ['--import', 'tsx', script], { cwd: projectRoot, stdio: 'inherit' });
  }
  process.env.RIC_TEST_RUN = `${process.pid}_${Date.now()}`;
  return async () => {
    if (process.env.TEST_DATABASE_URL) await dropServerDatabases();
  };
}

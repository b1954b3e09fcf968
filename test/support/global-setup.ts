import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../src/server/process/root.ts';

/** Makes the embedded database's template once before all tests, out of the time that any of them has. */
export function setup(): void {
  if (process.env.TEST_ON === 'postgres') return;
  // A process of its own: here the embedded database's worker can not be found.
  const script = join(projectRoot, 'test', 'support', 'make-template.ts');
  execFileSync(process.execPath, ['--import', 'tsx', script], { cwd: projectRoot, stdio: 'inherit' });
}

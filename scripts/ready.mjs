import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beginBuild } from './build.mjs';
import { root } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';

/** Installs packages that are missing and builds what is stale. A container's image has no sources: it is ready. */
export async function makeReady(building = {}) {
  process.chdir(root);
  if (!existsSync(join(root, 'src'))) return;
  await installWhatIsMissing(building);
  await beginBuild(building).usable;
}

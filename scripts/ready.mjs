import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beginBuild } from './build.mjs';
import { projectFolder } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';

/** Installs missing packages and builds outdated parts. A container's image has no sources, so it is always ready. */
export async function installAndBuild(building = {}) {
  process.chdir(projectFolder);
  if (!existsSync(join(projectFolder, 'src'))) return;
  await installWhatIsMissing(building);
  await beginBuild(building).usable;
}

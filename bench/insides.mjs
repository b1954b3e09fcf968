// Measures parts of RIC without a server around them, bundled from RIC's own sources.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../scripts/freshness.mjs';

const PARTS = `
export { openDatabase } from './src/server/database/open.ts';
export { transact } from './src/server/database/transact.ts';
export { readSettings } from './src/server/process/settings.ts';
export { lockOpenTimes } from './src/areas/availability/open-times-lock.queries.ts';
export { recordScrape } from './src/areas/scraping/merge/record-scrape.steps.ts';
export { startBuiltInCourseSystem } from './src/integrations/course/simulator/built-in-course-system.ts';
export { queueOpenTimes } from './src/areas/wait-list/matching/matching.queries.ts';
`;

export async function insides() {
  const { build } = await import('esbuild');
  const outfile = join(root, '.cache', 'bench', 'insides.mjs');
  await build({
    absWorkingDir: root,
    stdin: { contents: PARTS, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}

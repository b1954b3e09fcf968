import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { root } from './freshness.mjs';

const PACKAGE = '@sparticuz/chromium';
const VERSION = '147.0.0';
const folder = join(root, '.cache', 'browser');

function run(command, args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr}`);
}

/** Its own copies of the system libraries that a bare machine lacks. */
function unpackLibraries(bin) {
  const place = join(folder, 'libraries');
  if (!existsSync(place)) {
    mkdirSync(place, { recursive: true });
    const tar = join(folder, 'libraries.tar');
    writeFileSync(tar, brotliDecompressSync(readFileSync(join(bin, 'al2023.tar.br'))));
    run('tar', ['-xf', tar, '-C', place]);
  }
  return [join(place, 'lib'), place].join(':');
}

const hasSystemLibraries = () =>
  spawnSync('ldconfig', ['-p'], { encoding: 'utf8' }).stdout?.includes('libnss3.so');

/** A Chromium to test with and the environment it needs: CHROMIUM_PATH, else the system's, else one from npm. */
export async function browserForTests() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH ${given} does not exist`);
  const found = given ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
  if (found) return { CHROMIUM_PATH: found };
  const home = join(folder, 'node_modules', PACKAGE);
  if (!existsSync(home)) {
    console.log(`Installing ${PACKAGE} ${VERSION} ...`);
    mkdirSync(folder, { recursive: true });
    const npm = [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--no-save',
      `${PACKAGE}@${VERSION}`,
    ];
    run('npm', npm);
  }
  const { main, exports: entries } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const entry = entries?.['.']?.import?.default ?? entries?.['.']?.import ?? entries?.['.']?.default ?? main;
  const { default: chromium } = await import(pathToFileURL(join(home, entry)).href);
  const path = await chromium.executablePath();
  return hasSystemLibraries()
    ? { CHROMIUM_PATH: path }
    : { CHROMIUM_PATH: path, LD_LIBRARY_PATH: unpackLibraries(join(home, 'bin')) };
}

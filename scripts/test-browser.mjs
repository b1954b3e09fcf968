import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { root } from './freshness.mjs';

const PACKAGE = '@sparticuz/chromium';
const VERSION = '147.0.0';
const ENTRY = 'build/esm/index.js';
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];
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

function installBrowser() {
  console.log(`Installing ${PACKAGE} ${VERSION} ...`);
  mkdirSync(folder, { recursive: true });
  const quietly = ['--no-audit', '--no-fund', '--no-save'];
  run('npm', ['install', '--prefix', folder, ...quietly, `${PACKAGE}@${VERSION}`]);
}

async function browserFromNpm() {
  const home = join(folder, 'node_modules', PACKAGE);
  if (!existsSync(join(home, 'bin'))) installBrowser();
  const { default: chromium } = await import(pathToFileURL(join(home, ENTRY)).href);
  const path = await chromium.executablePath();
  const libraries = hasSystemLibraries() ? {} : { LD_LIBRARY_PATH: unpackLibraries(join(home, 'bin')) };
  return { CHROMIUM_PATH: path, ...libraries };
}

/** A Chromium to test with and the environment it needs: CHROMIUM_PATH, else the system's, else one from npm. */
export async function browserForTests() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH ${given} does not exist`);
  const found = given || SYSTEM.find((path) => existsSync(path));
  return found ? { CHROMIUM_PATH: found } : browserFromNpm();
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { projectFolder } from './freshness.mjs';

const PACKAGE = '@sparticuz/chromium';
const VERSION = '147.0.0';
const ENTRY = 'build/esm/index.js';
const folder = join(projectFolder, '.cache', 'browser');

function run(command, args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr}`);
}

/** Unpacks a compressed file of the browser package; returns its path. */
function unpack(packed, name) {
  const place = join(folder, name);
  if (!existsSync(place)) {
    mkdirSync(place, { recursive: true });
    const tar = join(folder, `${name}.tar`);
    writeFileSync(tar, brotliDecompressSync(readFileSync(packed)));
    run('tar', ['-xf', tar, '-C', place]);
  }
  return place;
}

/** Returns the folder with the package's own copies of the system libraries that a bare machine lacks. */
function libraries(bin) {
  const found = spawnSync('ldconfig', ['-p'], { encoding: 'utf8' }).stdout?.includes('libnss3.so');
  if (found) return {};
  const place = unpack(join(bin, 'al2023.tar.br'), 'libraries');
  return { LD_LIBRARY_PATH: [join(place, 'lib'), place].join(':') };
}

/** Prepares the package's own font for a bare machine, because without any font the browser crashes at the first letter. */
function fonts(bin) {
  if (existsSync('/etc/fonts/fonts.conf')) return {};
  const place = unpack(join(bin, 'fonts.tar.br'), 'fonts');
  const settings = join(place, 'fonts.conf');
  writeFileSync(
    settings,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${place}</dir><cachedir>${join(place, 'cache')}</cachedir></fontconfig>\n`,
  );
  return { FONTCONFIG_FILE: settings };
}

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
  const bin = join(home, 'bin');
  return { CHROMIUM_PATH: await chromium.executablePath(), ...libraries(bin), ...fonts(bin) };
}

function browserGiven() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH ${given} does not exist`);
  return given;
}

/**
 * Returns the Chromium for journeys, pictures and benchmarks, and the environment it needs: the one from the npm package,
 * so that every machine uses the same version, or CHROMIUM_PATH. This Chromium has no windows, so a new tab for each test
 * takes an eighth of the processor time.
 */
export async function pinnedBrowser() {
  const given = browserGiven();
  return given ? { CHROMIUM_PATH: given } : browserFromNpm();
}

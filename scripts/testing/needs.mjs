// Lists the programs that some tests need beside Node.js. `node scripts/testing/needs.mjs` prints the Debian packages of
// the missing programs, for .ci/run to install.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { findPrograms } from '../test-postgres.mjs';

const isOnPath = (program) =>
  ['/usr/sbin', '/sbin'].some((folder) => existsSync(`${folder}/${program}`)) ||
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const PROGRAMS = [
  {
    tests:
      'everything on PostgreSQL: crashes, races, replicas, pools; the database tests ran on the embedded one',
    package: 'postgresql',
    isHere: () => Boolean(process.env.TEST_DATABASE_URL) || findPrograms() !== null,
  },
  {
    tests: 'a pool of connections before the server',
    package: 'pgbouncer',
    isHere: () => isOnPath('pgbouncer'),
  },
  { tests: 'several processes behind a balancer', package: 'haproxy', isHere: () => isOnPath('haproxy') },
  { tests: "nginx's configuration", package: 'nginx-light', isHere: () => isOnPath('nginx') },
  { tests: "a certificate for nginx's configuration", package: 'openssl', isHere: () => isOnPath('openssl') },
  { tests: 'the alarms', package: 'prometheus', isHere: () => isOnPath('promtool') },
  { tests: 'the systemd unit', package: 'systemd', isHere: () => isOnPath('systemd-analyze') },
];

/**
 * Returns the programs that this machine lacks: the tests that are skipped for that, and the Debian package that provides
 * each.
 */
export const missingPrograms = () => PROGRAMS.filter(({ isHere }) => !isHere());

/** Returns the tests that need root and are skipped without it. */
export const testsNeedingRoot = () =>
  process.getuid?.() === 0 ? [] : ['a full disk and one that can only be read: need root'];

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(
    missingPrograms()
      .map((program) => program.package)
      .join(' '),
  );

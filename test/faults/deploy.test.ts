import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { isInstalled } from '../support/programs.ts';

// If the programs that read the files in deploy/ are installed, they check these files.
const folder = mkdtempSync(join(tmpdir(), 'ric-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasSystemd = isInstalled('systemd-analyze', '--version', 'whether systemd takes the unit');
const hasNginx =
  isInstalled('nginx', '-v', 'whether nginx takes its configuration') &&
  isInstalled('openssl', 'version', 'whether nginx takes its configuration');
const text = (name: string) => readFileSync(join(projectRoot, 'deploy', name), 'utf8');

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

describe.skipIf(!hasSystemd)('the systemd unit', () => {
  /** Replaces the path of Node.js in a systemd unit by this machine's path. */
  const verified = (unit: string, name = 'ric.service') => {
    const file = join(folder, name);
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    return run('systemd-analyze', 'verify', '--recursive-errors=no', file);
  };

  test('is one that systemd takes without a word', () => {
    expect(verified(text('ric.service'))).toEqual({ status: 0, said: '' });
  });

  test('so is the one of several processes that operations.md makes of it', () => {
    const operations = readFileSync(join(projectRoot, 'docs', 'operations.md'), 'utf8');
    const [, made = ''] =
      /^(sed .* deploy\/ric\.service) \| sudo tee .*ric@\.service/m.exec(operations) ?? [];
    const unit = spawnSync('sh', ['-c', made], { cwd: projectRoot, encoding: 'utf8' }).stdout;
    expect(unit).toContain('PORT=%i DATA_DIR=/var/lib/ric/%i');
    expect(unit).toContain('StateDirectory=ric/%i');
    expect(verified(unit, 'ric@.service')).toEqual({ status: 0, said: '' });
  });

  test('and a wrong one is not', () => {
    expect(verified(text('ric.service').replace('TimeoutStopSec=70', 'TimeoutStopSecs=70')).said).toContain(
      'TimeoutStopSecs',
    );
  });
});

describe.skipIf(!hasNginx)("nginx's configuration", () => {
  const tested = (site: string) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-subj', '/CN=office.example.com', '-days', '2'];
    run(
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      ...subject,
    );
    const ours = site
      .replace('/etc/ssl/ric/fullchain.pem', certificate)
      .replace('/etc/ssl/ric/privkey.pem', key);
    writeFileSync(join(folder, 'site.conf'), ours);
    const whole = join(folder, 'nginx.conf');
    writeFileSync(whole, `pid ${folder}/pid;\nevents {}\nhttp { include ${folder}/site.conf; }\n`);
    return run('nginx', '-t', '-q', '-e', 'stderr', '-c', whole);
  };

  test('is one that nginx takes without a word', () => {
    expect(tested(text('nginx-ric.conf'))).toEqual({ status: 0, said: '' });
  });

  test('and a wrong one is not', () => {
    expect(tested(text('nginx-ric.conf').replace('proxy_buffering', 'proxy_bufering')).status).toBe(1);
  });
});

test('the Dockerfile starts what the unit starts', () => {
  expect(text('Dockerfile')).toContain('CMD ["node", "dist/server/main.js"]');
  expect(text('ric.service')).toContain('dist/server/main.js');
});

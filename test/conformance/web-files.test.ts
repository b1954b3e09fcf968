import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../src/app/app.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { testApp } from '../support/app.ts';

const web = join(projectRoot, 'dist', 'web');
const context = testApp();

beforeAll(() => {
  execFileSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')]);
}, 300_000);

async function asked(url: string, encodings = '', method: 'GET' | 'HEAD' = 'GET') {
  const app = await buildApp(context.context, { webRoot: web, logger: false });
  const { statusCode, headers, rawPayload } = await app.inject({
    method,
    url,
    headers: { host: 'ric.example', 'accept-encoding': encodings },
  });
  await app.close();
  return { status: statusCode, headers, bytes: rawPayload };
}

test('scripts and style sheets come as they were compressed when they were built, and are kept for a year', async () => {
  const names = readdirSync(join(web, 'assets')).filter((name) =>
    /^(index|opening)-.*\.(js|css)$/.test(name),
  );
  expect(names.length).toBeGreaterThanOrEqual(3);
  for (const name of names) {
    const plain = readFileSync(join(web, 'assets', name));
    const kept = { 'cache-control': 'public, max-age=31536000, immutable' };
    const type = expect.stringContaining(name.endsWith('.css') ? 'text/css' : 'javascript') as unknown;
    const brotli = await asked(`/assets/${name}`, 'gzip, deflate, br, zstd');
    expect(brotli, name).toMatchObject({
      status: 200,
      headers: { ...kept, 'content-type': type, 'content-encoding': 'br' },
    });
    expect(brotli.bytes.equals(readFileSync(join(web, 'assets', `${name}.br`))), name).toBe(true);
    expect(brotliDecompressSync(brotli.bytes).equals(plain), name).toBe(true);
    const zipped = await asked(`/assets/${name}`, 'gzip');
    expect(zipped.headers, name).toMatchObject({ ...kept, 'content-encoding': 'gzip' });
    expect(gunzipSync(zipped.bytes).equals(plain), name).toBe(true);
    const asItIs = await asked(`/assets/${name}`);
    expect(asItIs.headers['content-encoding'], name).toBeUndefined();
    expect(asItIs.bytes.equals(plain), name).toBe(true);
  }
}, 60_000);

test('the page itself is asked for each time, and an asset that is gone is no page', async () => {
  expect(await asked('/manage-tee-times', 'br')).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-cache' },
  });
  expect((await asked('/index.html')).headers['cache-control']).toBe('public, max-age=0');
  expect((await asked('/assets/index-gone.js', 'br')).status).toBe(404);
});

test.each([
  '/home',
  '/manage-tee-times/7',
  '/golf_courses',
  '/index.html',
  '/partner/v1',
  '/assets/index-gone.js',
])('a HEAD of %s has the headers of its GET and no body', async (url) => {
  const [get, head] = [await asked(url), await asked(url, '', 'HEAD')];
  expect([head.status, head.bytes.length]).toEqual([get.status, 0]);
  expect(head.headers).toMatchObject({
    'content-type': get.headers['content-type'],
    'content-length': get.headers['content-length'],
  });
});

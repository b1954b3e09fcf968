import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderImageStore } from './folder-images.ts';
import { ImagesUnreachable } from './image-store.ts';
import { s3ImageStore } from './s3-images.ts';

const picture = { bytes: new Uint8Array([1, 2, 3, 250]), mediaType: 'image/png' };

test('a folder keeps a picture by its name, whole or not at all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ric-images-'));
  const store = folderImageStore(join(folder, 'images'));
  expect(await store.get('a.png')).toBeNull();
  await store.put('a.png', picture);
  const kept = await store.get('a.png');
  expect([...(kept?.bytes ?? [])]).toEqual([...picture.bytes]);
  expect(kept?.mediaType).toBe('image/png');
  expect(await readdir(join(folder, 'images'))).toEqual(['a.png']);
  await store.remove('a.png');
  await store.remove('a.png');
  expect(await store.get('a.png')).toBeNull();
  await rm(folder, { recursive: true });
});

const SECRET = 'wJalrXUtnFEMI';
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Returns true if a request is signed (AWS Signature Version 4) with the key's secret, over exactly the bytes that arrived. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const signed =
    /^AWS4-HMAC-SHA256 Credential=key\/(\d{8})\/us-west-2\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  const [, day = '', names = '', signature] = signed ?? [];
  const hash = String(headers['x-amz-content-sha256']);
  const [path = '', query = ''] = url.split('?');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query, lines.join(''), names, hash].join('\n');
  const scope = `${day}/us-west-2/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['us-west-2', 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, day));
  return (
    signature === hmac(key, text).toString('hex') && (hash === 'UNSIGNED-PAYLOAD' || hash === sha256(body))
  );
}

// A minimal bucket over HTTP for three kinds of requests; it rejects requests that are not signed.
const objects = new Map<string, { bytes: Buffer; type: string }>();
let isDown = false;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const signed = isSigned(request, Buffer.concat(parts));
      if (isDown || !signed) return response.writeHead(isDown ? 503 : 403).end();
      const name = request.url ?? '';
      if (request.method === 'PUT') {
        objects.set(name, { bytes: Buffer.concat(parts), type: request.headers['content-type'] ?? '' });
        return response.writeHead(200, { etag: '"1"' }).end();
      }
      if (request.method === 'DELETE') {
        objects.delete(name);
        return response.writeHead(204).end();
      }
      const found = objects.get(name);
      return found
        ? response.writeHead(200, { 'content-type': found.type }).end(found.bytes)
        : response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/pictures`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('a bucket keeps it under the same name, with signed requests', async () => {
  const store = s3ImageStore({
    endpoint: url,
    region: 'us-west-2',
    accessKeyId: 'key',
    secretAccessKey: SECRET,
  });
  expect(await store.get('b.png')).toBeNull();
  await store.put('b.png', picture);
  expect(objects.get('/pictures/b.png')).toEqual({ bytes: Buffer.from(picture.bytes), type: 'image/png' });
  const kept = await store.get('b.png');
  expect([...(kept?.bytes ?? [])]).toEqual([...picture.bytes]);
  await store.remove('b.png');
  expect(objects.size).toBe(0);
  const stranger = s3ImageStore({
    endpoint: url,
    region: 'us-west-2',
    accessKeyId: 'key',
    secretAccessKey: 'x',
  });
  await expect(stranger.put('c.png', picture)).rejects.toThrow(ImagesUnreachable);
  isDown = true;
  await expect(store.remove('b.png')).rejects.toThrow(ImagesUnreachable);
});

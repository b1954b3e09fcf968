import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { sendWorkbook } from './download.ts';
import { RejectedByRule } from './errors.ts';
import { buildHttpServer } from './http-server.ts';

const context = testApp();

/** Returns the HTTP answer to a download whose file fails after this many bytes. */
async function answered(bytes: number) {
  const app = await buildHttpServer(context.context, { logger: false });
  app.get('/api/a-file', (_, reply) => {
    const body = new PassThrough();
    const failing = Readable.from(
      (function* () {
        if (bytes > 0) yield Buffer.alloc(bytes);
        throw new RejectedByRule('This report was stopped.');
      })(),
    );
    failing.once('error', (error) => body.destroy(error));
    failing.pipe(body);
    return sendWorkbook(reply, { name: 'a-file', bytes: body });
  });
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening').then(() => app.ready());
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/api/a-file`);
  const read = await response.text().catch(() => 'broken off');
  await app.close();
  return { status: response.status, file: response.headers.get('content-disposition'), read };
}

test('a file that fails before its first byte is refused in words, as no file', async () => {
  const { status, file, read } = await answered(0);
  expect({ status, file }).toEqual({ status: 422, file: null });
  expect(JSON.parse(read)).toMatchObject({ message: 'This report was stopped.' });
});

test('one that fails after it is broken off', async () => {
  expect(await answered(100_000)).toMatchObject({ status: 200, read: 'broken off' });
});

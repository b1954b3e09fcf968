import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ownServerDatabase } from '../../../../test/support/database.ts';
import { openDatabase } from '../open.ts';
import { checkDatabaseServer } from '../prepare.ts';

// A starting process is so busy that it may handle the server's first answer too late.
test.skipIf(process.env.TEST_ON !== 'postgres')(
  'a server that is late is asked again by a start',
  async () => {
    const scratch = await ownServerDatabase();
    onTestFinished(() => scratch.close());
    const behind = new URL(String(scratch.pool.options.connectionString));
    const asked: Socket[] = [];
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined);
      asked.push(socket);
      if (asked.length === 1) return;
      const server = connect(Number(behind.port), behind.hostname).on('error', () => undefined);
      socket.pipe(server).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => {
      for (const socket of asked) socket.destroy();
      proxy.close();
    });
    const address = proxy.address();
    const url = new URL(behind);
    url.port = String(typeof address === 'object' ? address?.port : 0);
    const late = await openDatabase({ databaseUrl: url.href, databaseWaitMs: 1_000, dataDir: null });
    onTestFinished(() => late.close());
    await expect(checkDatabaseServer(late, url.href)).resolves.toBeUndefined();
    expect(asked.length).toBeGreaterThan(1);
  },
);

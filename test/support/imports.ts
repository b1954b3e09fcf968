import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { TestApp, Headers } from './app.ts';

type Sent = {
  kind: string;
  name: string;
  content: string | Buffer;
  /** The first text of the second piece, if the file is sent in two. */
  cutAt?: string;
};
type Answered = { id?: number; is_known?: boolean; errors?: Record<string, string[]>; message?: string };

/** Uploads a file for import as the browser does: its kind and name, then its bytes. */
export async function sendImport(app: TestApp, headers: Headers, { kind, name, content, cutAt = '' }: Sent) {
  const form = new FormData();
  form.append('import[kind]', kind);
  form.append('import[name]', name);
  form.append('import[file]', new Blob([content]), name);
  const request = new Request('http://ric.example', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await request.arrayBuffer());
  const at = cutAt === '' ? -1 : bytes.indexOf(cutAt);
  const payload = at > 0 ? Readable.from(inTwo(app, bytes, at)) : bytes;
  const sent = { method: 'POST' as const, url: '/api/imports', payload };
  const answer = await app.server.inject({ ...sent, headers: { ...headers, 'content-type': type } });
  return { status: answer.statusCode, body: answer.json<Answered>() };
}

/** Sends the second piece once the server reads the file. */
async function* inTwo({ db }: TestApp, bytes: Buffer, at: number): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, at);
  const uploading = db.selectFrom('import_files').select('id').where('state', '=', 'uploading');
  await expect.poll(async () => (await uploading.execute()).length).toBe(1);
  yield bytes.subarray(at);
}

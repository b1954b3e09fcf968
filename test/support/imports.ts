import { Readable } from 'node:stream';
import { beforeAll, expect } from 'vitest';
import { imports, type ImportKindName } from '../../src/areas/importing/files/imports.contract.ts';
import { processImportFiles } from '../../src/areas/importing/files/working.steps.ts';
import { testApp, type HeaderFields, type TestApp } from './app.ts';

type Sent = {
  kind: string;
  name: string;
  content: string | Buffer;
  /** The first text of the file's second part, if the file is sent in two parts. */
  cutAt?: string;
};
type Answered = { id?: number; is_known?: boolean; errors?: Record<string, string[]>; message?: string };

/** Uploads a file for import as the browser does: its kind and name, then its bytes. */
export async function sendImport(
  app: TestApp,
  headers: HeaderFields,
  { kind, name, content, cutAt = '' }: Sent,
) {
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

/** Sends the second part of a file once the server has read the first. */
async function* inTwo({ db }: TestApp, bytes: Buffer, at: number): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, at);
  const uploading = db.selectFrom('import_files').select('id').where('state', '=', 'uploading');
  await expect.poll(async () => (await uploading.execute()).length).toBe(1);
  yield bytes.subarray(at);
}

/** The column names that a file of customers often has. */
export const CUSTOMER_FILE_COLUMNS = ['first_name', 'last_name', 'email'];

/** Sets up a company and signed-in staff, and returns functions that import a file as the screen does. */
export function importSetup() {
  const app = testApp();
  const at = { admin: {} as HeaderFields, agent: {} as HeaderFields };
  beforeAll(async () => {
    at.admin = await app.signedIn('admin');
    at.agent = await app.signedIn('agent');
  });

  const upload = (
    content: string | Buffer,
    kind: ImportKindName | 'golfers' = 'customers',
    headers = at.admin,
  ) => sendImport(app, headers, { kind, name: 'theirs.csv', content });
  const uploaded = async (content: string, kind: ImportKindName = 'customers') => {
    const { status, body } = await upload(content, kind);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.id ?? 0;
  };
  const show = (id: number) => app.ok(imports.show, { params: { id } }, at.admin);
  const look = (id: number, columns: string[]) => app.ok(imports.look, { body: { id, columns } }, at.admin);
  const putIn = (id: number) => app.ok(imports.putIn, { body: { id } }, at.admin);
  const work = () => processImportFiles(app.context);
  const lines = (id: number, outcome?: string) =>
    app.ok(
      imports.lines,
      { query: { filters: { import_file_id: id, ...(outcome && { outcome }) } } },
      at.admin,
    );

  return { app, at, upload, uploaded, show, look, putIn, work, lines };
}

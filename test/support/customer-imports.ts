import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { importFile } from '../../src/areas/importing/import.steps.ts';
import { customerImport } from '../../src/areas/importing/kinds/customers.queries.ts';
import { testApp, type HeaderFields } from './app.ts';

export type ImportCommandOptions = { write?: boolean; map?: string[]; ignore?: boolean };

/**
 * Sets up a company and a folder of files, and returns functions that import customers as the command-line command does.
 */
export function customerImportSetup() {
  const app = testApp();
  const folder = mkdtempSync(join(tmpdir(), 'ric-import-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = { agent: {} as HeaderFields, said: [] as string[] };
  beforeAll(async () => {
    at.agent = await app.signedIn('agent');
  });
  beforeEach(() => {
    at.said = [];
  });

  let files = 0;
  const fileOf = (content: string | Uint8Array): string => {
    const file = join(folder, `${(files += 1)}.csv`);
    writeFileSync(file, content);
    return file;
  };
  const run = (file: string, { write = false, map = [], ignore = false }: ImportCommandOptions = {}) =>
    importFile(app.database, {
      name: 'customers',
      kind: customerImport,
      file,
      write,
      map,
      ignore,
      zone: app.context.settings.businessTimeZone,
      now: new Date(),
      say: (line) => at.said.push(line),
    });
  /** Returns the lines of an import's report without its header. */
  const reportOf = (file: string) =>
    readFileSync(file.replace('.csv', '.report.csv'), 'utf8').trim().split('\n').slice(1);
  const everyone = () => app.db.selectFrom('customers').selectAll().orderBy('id').execute();
  const named = async (last_name: string) => (await everyone()).filter((one) => one.last_name === last_name);

  return { app, at, fileOf, run, reportOf, everyone, named };
}

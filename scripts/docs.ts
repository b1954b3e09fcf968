// Writes the generated files: docs/api.md and docs/lists.md from the contract, docs/settings.md from the settings' schema,
// the schema and the tables' types from the migrated database, the inputs' variables from their theme. With --check the
// script only compares the files.
import './require-node.cjs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { contract } from '../src/app/areas.ts';
import { openInMemory } from '../src/server/database/open.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { apiPage } from './api-page.ts';
import { listsPage } from './lists-page.ts';
import { schemaSql } from './schema-sql.ts';
import { settingsPage } from './settings-page.ts';
import { keptRecords, readColumns, tableTypes } from './table-types.ts';
import { embeddedTemplate } from '../test/support/database.ts';
import { themeVariables } from './theme-variables.ts';

const template = await readFile(await embeddedTemplate());
const { database } = await openInMemory(new Uint8Array(template));
const columns = await readColumns(database.db);
const formatted = async (name: string, code: string): Promise<string> => {
  const file = join(projectRoot, name);
  return format(code, { ...(await resolveConfig(file)), filepath: file });
};
const typescript = (code: string) => formatted('src/made.ts', code);
const pages = {
  'db/schema.sql': await schemaSql(database.db),
  'docs/api.md': apiPage(contract),
  'docs/lists.md': listsPage(contract),
  'docs/settings.md': settingsPage(),
  'src/server/database/tables.ts': await typescript(tableTypes(columns)),
  'src/contract/last-change/changed-records.ts': await typescript(keptRecords(columns)),
  'src/web/theme/variables.css': await formatted('made.css', themeVariables()),
};

await database.close();

const check = process.argv.includes('--check');
for (const [name, made] of Object.entries(pages)) {
  const file = join(projectRoot, name);
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept === made) continue;
  if (check) {
    console.error(`${name} is not what it is made from: run npm run docs.`);
    process.exitCode = 1;
  } else {
    await writeFile(file, made);
    console.log(`Wrote ${name}.`);
  }
}

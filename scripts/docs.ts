// Writes the generated files: docs/api.md and docs/lists.md from the contract, docs/settings.md from the settings' schema,
// the schema and the tables' types from the migrated database, the inputs' variables from their theme. With --check the
// script only compares the files.
import './require-node.cjs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { contractOfAllAreas } from '../src/app/areas.ts';
import { openInMemoryDatabase } from '../src/server/database/open.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { renderApiPage } from './api-page.ts';
import { renderListsPage } from './lists-page.ts';
import { generateSchemaSql } from './schema-sql.ts';
import { renderSettingsPage } from './settings-page.ts';
import { generateChangedRecords, readColumns, generateTableTypes } from './table-types.ts';
import { embeddedTemplate } from '../test/support/database.ts';
import { renderThemeVariables } from './theme-variables.ts';

const template = await readFile(await embeddedTemplate());
const { database } = await openInMemoryDatabase(new Uint8Array(template));
const columns = await readColumns(database.db);
const formatted = async (name: string, code: string): Promise<string> => {
  const file = join(projectRoot, name);
  return format(code, { ...(await resolveConfig(file)), filepath: file });
};
const typescript = (code: string) => formatted('src/made.ts', code);
const pages = {
  'db/schema.sql': await generateSchemaSql(database.db),
  'docs/api.md': renderApiPage(contractOfAllAreas),
  'docs/lists.md': renderListsPage(contractOfAllAreas),
  'docs/settings.md': renderSettingsPage(),
  'src/server/database/tables.ts': await typescript(generateTableTypes(columns)),
  'src/contract/last-change/changed-records.ts': await typescript(generateChangedRecords(columns)),
  'src/web/theme/variables.css': await formatted('made.css', renderThemeVariables()),
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

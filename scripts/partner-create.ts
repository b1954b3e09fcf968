import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { newKey } from '../src/areas/partners/keys/keys.queries.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { openMigrated } from '../src/server/database/prepare.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { readSettings } from '../src/server/process/settings.ts';

const USAGE = 'Usage: npm run partner:create -- --name "Golf Away Travel"';

function readName(): string {
  try {
    const name = parseArgs({ options: { name: { type: 'string' } } }).values.name?.trim() ?? '';
    if (name !== '' && name.length <= 100) return name;
  } catch {
    // Said below, as for a name that is missing.
  }
  throw new CannotStart(USAGE);
}

async function createPartner(): Promise<void> {
  const file = join(projectRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const api_user_name = readName();
  const { key, kept } = newKey();
  const database = await openMigrated(readSettings(process.env));
  try {
    await database.db
      .with('made', (to) => to.insertInto('api_users').values({ api_user_name }).returning('id'))
      .insertInto('api_keys')
      .values({
        api_user_id: sql<number>`(select id from made)`,
        ...kept,
      })
      .execute();
    console.log(`${api_user_name} is a partner now. Its key, which is shown this once: ${key}`);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === '23505';
    throw taken ? new CannotStart(`There is already a partner named ${api_user_name}.`) : error;
  } finally {
    await database.close();
  }
}

try {
  await createPartner();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

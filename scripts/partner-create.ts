import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { audit } from '../src/areas/audit/audit.queries.ts';
import { newKey } from '../src/areas/partners/keys/keys.queries.ts';
import { transact } from '../src/server/database/transact.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { openMigrated } from '../src/server/database/prepare.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { readSettings } from '../src/server/process/settings.ts';

const USAGE = 'Usage: npm run partner:create -- --name "Golf Away Travel"';

/** Who made them, as the audit names them. */
const COMMAND = { made_by: 'partner:create', from: { address: '' } };

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
    await transact(database.db, async (db) => {
      const { id } = await db
        .insertInto('api_users')
        .values({ api_user_name })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('api_keys')
        .values({ api_user_id: id, ...kept })
        .execute();
      const entry = { ...COMMAND, subject: 'partner', subject_id: id };
      await audit(db, { ...entry, action: 'created', after: { api_user_name } });
      await audit(db, { ...entry, action: 'made a key', after: { key_end: kept.key_end } });
    });
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

import { audit } from '../src/areas/audit/audit.queries.ts';
import { generateApiKey } from '../src/areas/partners/keys/keys.queries.ts';
import { toNfc } from '../src/contract/names/fold.ts';
import { InvalidFields } from '../src/server/http/errors.ts';
import { requireUniqueText } from '../src/server/records/unique.ts';
import { runTransaction } from '../src/server/database/transact.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { openMigratedDatabase } from '../src/server/database/prepare.ts';
import { beginProcess } from '../src/server/process/start/begin.ts';
import { runCommand, WrongUsage } from './command.ts';

const USAGE = 'Usage: npm run partner:create -- --name "Golf Away Travel"';

/** The creator's name in the audit entries of the records that this command makes. */
const COMMAND = { made_by: 'partner:create', from: { address: '' } };

const LONGEST_NAME = 100;

const options = { name: { type: 'string', default: '' } } as const;

await runCommand({ usage: USAGE, options, words: [0, 0] }, async ({ name }) => {
  const api_user_name = toNfc(name).trim();
  if (api_user_name === '') throw new WrongUsage('--name is missing.');
  if (api_user_name.length > LONGEST_NAME)
    throw new WrongUsage(`--name has more than ${LONGEST_NAME} letters.`);
  const { key, kept } = generateApiKey();
  const database = await openMigratedDatabase(beginProcess());
  try {
    await runTransaction(database.db, async (db) => {
      const named = { table: 'api_users', column: 'api_user_name', text: api_user_name } as const;
      await requireUniqueText(db, { ...named, except: 0, same: 'name' });
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
    throw error instanceof InvalidFields
      ? new CannotStart(`There is already a partner named ${api_user_name}.`)
      : error;
  } finally {
    await database.close();
  }
});

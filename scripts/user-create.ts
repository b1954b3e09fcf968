import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ChosenPassword } from '../src/contract/forms/password.ts';
import { StaffLevel } from '../src/contract/wire.ts';
import { weakness } from '../src/server/access/weak-passwords.ts';
import { audit } from '../src/areas/audit/audit.queries.ts';
import { transact } from '../src/server/database/transact.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { openMigrated } from '../src/server/database/prepare.ts';
import { hashPassword } from '../src/server/access/passwords.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { readSettings } from '../src/server/process/settings.ts';

const USAGE =
  'Usage: npm run user:create -- --email ana@example.com --name "Ana Ruiz" --level admin (admin, sdgr, psgr or hotels)';

/** Who made it, as the audit names them. */
const COMMAND = { made_by: 'user:create', from: { address: '' } };

const NewUser = z.object({
  email: z.email('must be an e-mail address'),
  name: z.string().trim().min(1, 'is required'),
  level: StaffLevel,
  password: ChosenPassword,
});

function readArguments() {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ options: { email: text, name: text, level: text } }).values;
  } catch {
    throw new CannotStart(USAGE);
  }
}

/** Never an argument: those are seen by everybody on the machine and kept in the shell's history. */
async function readPassword(): Promise<string> {
  if (process.env.RIC_PASSWORD) return process.env.RIC_PASSWORD;
  if (process.stdin.isTTY) return askUnseen('Password: ');
  let text = '';
  for await (const part of process.stdin) text += String(part);
  return text.replace(/\r?\n$/, '');
}

async function askUnseen(question: string): Promise<string> {
  process.stdout.write(question);
  const { Writable } = await import('node:stream');
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const answer = await terminal.question('');
  terminal.close();
  process.stdout.write('\n');
  return answer;
}

function check(given: object) {
  const read = NewUser.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new CannotStart(`--${String(issue?.path[0])} ${issue?.message}. ${USAGE}`);
}

async function createUser() {
  const file = join(projectRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const settings = readSettings(process.env);
  const { email, name, level } = readArguments();
  if (!email || !name || !level) throw new CannotStart(USAGE);
  check({ email, name, level, password: 'not asked for yet' });
  const user = check({ email, name, level, password: await readPassword() });
  const weak = await weakness(user.password, user.email);
  if (weak !== null) throw new CannotStart(`--password ${weak}. ${USAGE}`);
  const database = await openMigrated(settings);
  try {
    const password_hash = await hashPassword(user.password);
    const made = { email: user.email, name: user.name, level: user.level };
    await transact(database.db, async (db) => {
      const { id } = await db
        .insertInto('staff_users')
        .values({ ...made, password_hash, updated_by: COMMAND.made_by })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(db, { ...COMMAND, action: 'created', subject: 'ric_user', subject_id: id, after: made });
    });
    console.log(`${user.name} can now sign in as ${user.email} (${user.level}).`);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === '23505';
    throw taken ? new CannotStart(`There is already a user with the e-mail address ${user.email}.`) : error;
  } finally {
    await database.close();
  }
}

try {
  await createUser();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

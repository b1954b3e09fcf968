import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { ChosenPassword } from '../src/contract/forms/password.ts';
import { StaffLevel } from '../src/contract/wire.ts';
import { passwordWeakness } from '../src/server/access/weak-passwords.ts';
import { audit } from '../src/areas/audit/audit.queries.ts';
import { runTransaction } from '../src/server/database/transact.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { openMigratedDatabase } from '../src/server/database/prepare.ts';
import { toNfcDeep } from '../src/server/http/composed.ts';
import { hashPassword } from '../src/server/access/passwords.ts';
import { beginProcess } from '../src/server/process/start/begin.ts';
import { runCommand, WrongUsage } from './command.ts';

const USAGE =
  'Usage: npm run user:create -- --email ana@example.com --name "Ana Ruiz" --level admin (admin, sdgr, psgr or hotels)';

/** The creator's name in the audit entry of the user. */
const COMMAND = { made_by: 'user:create', from: { address: '' } };

const NewUser = z.object({
  email: z.email('must be an e-mail address'),
  name: z.string().trim().min(1, 'is required'),
  level: z.enum(StaffLevel.options, 'must be admin, sdgr, psgr or hotels'),
  password: ChosenPassword,
});

const text = { type: 'string', default: '' } as const;
const options = { email: text, name: text, level: text };

/**
 * Reads the password from the terminal and never from an argument, because arguments are visible to everybody on the
 * machine and stay in the shell's history.
 */
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
  const read = NewUser.safeParse(toNfcDeep(given));
  if (read.success) return read.data;
  const { path: [field] = [], message = '' } = read.error.issues[0] ?? {};
  // The password is prompted for and is not an option, so the message names no option.
  if (field === 'password') throw new CannotStart(`The password ${message}.`);
  throw new WrongUsage(`--${String(field)} ${message}.`);
}

await runCommand({ usage: USAGE, options, words: [0, 0] }, async (given) => {
  check({ ...given, password: 'not asked for yet' });
  const settings = beginProcess();
  const user = check({ ...given, password: await readPassword() });
  const weak = await passwordWeakness(user.password, user.email);
  if (weak !== null) throw new CannotStart(`The password ${weak}.`);
  const database = await openMigratedDatabase(settings);
  try {
    const password_hash = await hashPassword(user.password);
    const made = { email: user.email, name: user.name, level: user.level };
    await runTransaction(database.db, async (db) => {
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
});

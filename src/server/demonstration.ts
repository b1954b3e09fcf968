import { sql } from 'kysely';
import type { Db } from './context.ts';
import { verifyPassword } from './passwords.ts';
import type { Settings } from './settings.ts';

export type SignIn = { email: string; password: string };

const SIGN_INS: SignIn[] = [
  { email: 'admin@ric.example', password: 'fairway-admin' },
  { email: 'agent@ric.example', password: 'fairway-agent' },
];

/** Fills a database in which nobody and nothing is yet with the demonstration company, all of it or nothing. */
export async function fillWhenEmpty(db: Db, settings: Settings, say: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from staff_users) and not exists (select from courses) as empty`.execute(db);
  if (!rows[0]?.empty) return;
  say('Filling the empty database with the demonstration company ...');
  const { fillDemonstration } = await import('../../db/seed/demonstration.ts');
  await db.transaction().execute((db) => fillDemonstration(db, settings));
  // Nothing else counts the rows before the first lists are asked for.
  await sql`vacuum (analyze)`.execute(db);
}

/** Those of the demonstration company's sign-ins that this database has with their first password. */
export async function demonstrationSignIns(db: Db): Promise<SignIn[]> {
  const users = await db
    .selectFrom('staff_users')
    .select(['email', 'password_hash'])
    .where(
      'email',
      'in',
      SIGN_INS.map(({ email }) => email),
    )
    .where('removed_at', 'is', null)
    .execute();
  const hashes = new Map(users.map(({ email, password_hash }) => [email, password_hash]));
  const working = await Promise.all(
    SIGN_INS.map(({ email, password }) => verifyPassword(hashes.get(email) ?? null, password)),
  );
  return SIGN_INS.filter((_, at) => working[at]);
}

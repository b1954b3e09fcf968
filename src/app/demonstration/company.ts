import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { DatabaseDeadline } from '../../server/database/driver/deadline.ts';
import type { Database } from '../../server/database/open.ts';
import { openDatabaseAsOwner } from '../../server/database/owner/owner.ts';
import type { Db } from '../../server/process/context.ts';
import { folderImageStore } from '../../integrations/images/folder-images.ts';
import { gatewayJournal, imagesFolder } from '../../integrations/integrations.ts';
import { createGatewayJournal } from '../../integrations/payment/create-book.ts';
import { CannotStart } from '../../server/process/cannot-start.ts';
import { hashPassword, verifyPassword } from '../../server/access/passwords.ts';
import { reportStartProgress } from '../../server/process/steps/progress.ts';
import type { Settings } from '../../server/process/settings.ts';

/** The time limit for filling the database, which takes a few seconds, or a minute on a busy machine. */
const LONGEST_MS = 600_000;

export type DemoSignIn = { email: string; password: string };

const SIGN_INS: DemoSignIn[] = [
  { email: 'admin@ric.example', password: 'fairway-admin' },
  { email: 'agent@ric.example', password: 'fairway-agent' },
];

/** Fills an empty database with the demonstration company, in one transaction. */
export async function fillEmptyDatabase(database: Database, settings: Settings): Promise<void> {
  if (!(await isEmpty(database.db))) return;
  // Filling drops and re-creates indexes, which only the tables' owner may do.
  const owner = await openDatabaseAsOwner(database, settings);
  await fillAs(owner ?? database, settings).finally(() => owner?.close());
}

async function fillAs({ db, dbWithin }: Database, settings: Settings): Promise<void> {
  // If several processes start together, one fills the database and the others wait.
  const isFilled = await dbWithin(new DatabaseDeadline(LONGEST_MS))
    .transaction()
    .execute(async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      // The transaction is idle while pictures and passwords are made, which takes longer on a busy machine.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
      await sql`select pg_advisory_xact_lock(hashtextextended('the demonstration company', 0))`.execute(db);
      if (!(await isEmpty(db))) return false;
      await fill(db, settings);
      return true;
    });
  // Autovacuum would analyze the new rows only after the first lists are opened.
  if (isFilled) await sql`vacuum (analyze)`.execute(db);
}

async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from staff_users) and not exists (select from courses) as empty`.execute(db);
  return rows[0]?.empty === true;
}

async function fill(db: Db, settings: Settings): Promise<void> {
  const name = 'Filling the empty database with the demonstration company';
  const { fillDemonstration, FILL_STEPS: PARTS } = await import('../../../db/seed/demonstration.ts');
  reportStartProgress({ name, done: 0, total: PARTS });
  const given = {
    now: new Date(),
    timeZone: settings.businessTimeZone,
    hashPassword,
    progress: (done: number) => reportStartProgress({ name, done, total: PARTS }),
    // The demonstration writes nothing to the S3 bucket, because a bucket belongs to a real company.
    images: settings.s3Endpoint ? null : folderImageStore(imagesFolder(settings.dataDir)),
  };
  await fillDemonstration(db, given);
}

/** Returns the demonstration company's sign-ins that still have their published password in this database. */
export async function demonstrationSignIns(db: Db): Promise<DemoSignIn[]> {
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

/** Throws CannotStart if anybody could use an account of a real company with a published password. */
export function rejectLiveDemonstration({ liveAccount, ...place }: Settings, signIns: DemoSignIn[]): void {
  const [first] = signIns;
  if (liveAccount === null || !first) return;
  const [database, another] = place.databaseUrl
    ? ['The database of DATABASE_URL', 'another DATABASE_URL']
    : [`The database in DATA_DIR ${place.dataDir}`, 'another DATA_DIR'];
  throw new CannotStart(
    `${database} has the demonstration company, whose passwords are published, so RIC does not start on it with ${liveAccount}, which is a real one's. Set ${another}, or remove ${liveAccount}.`,
  );
}

/**
 * Creates the payment records of the built-in gateway that this process starts, with the demonstration company's payments.
 */
export async function createGatewayBook(db: Db, settings: Settings): Promise<void> {
  const book = gatewayJournal(settings.dataDir, 'gateway');
  if (settings.stripeSecretKey || settings.gatewayUrl || existsSync(book)) return;
  const payments = await db
    .selectFrom('payment_attempts as a')
    .leftJoin('payment_attempts as c', 'c.id', 'a.charge_attempt_id')
    .select([
      'a.kind',
      'a.id as reference',
      'a.payment_id',
      'c.payment_id as of_payment_id',
      'a.raw_amount',
      'a.created_at',
    ])
    .where('a.state', '=', 'succeeded')
    .orderBy('a.created_at')
    .orderBy('a.kind')
    .execute();
  const { DEMO_CARD_TOKENS: DEMO_TOKENS } = await import('../../../db/seed/waiting.ts');
  const known = payments.map((payment) => ({ ...payment, payment_id: payment.payment_id ?? '' }));
  await createGatewayJournal(book, known, DEMO_TOKENS);
}

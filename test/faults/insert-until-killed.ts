// Writes rows to a database, one commit at a time, and prints each number after its commit, until killed. Started by
// durability.test.ts.
import { sql } from 'kysely';
import { openDatabase } from '../../src/server/database/open.ts';

const [folder = '', from = '0'] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir: folder });
await sql`create table if not exists written (number integer primary key, filler text)`.execute(db);
for (let number = Number(from); ; number += 1) {
  await sql`insert into written values (${number}, repeat('x', 2000))`.execute(db);
  process.stdout.write(`${number}\n`);
}

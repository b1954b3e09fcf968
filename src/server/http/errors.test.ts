import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchDatabase } from '../../../test/support/database.ts';
import type { Database } from '../database/open.ts';
import { errorToHttpAnswer } from './errors.ts';

let database: Database;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.close());

test('a reference that the database refuses is a conflict with a sentence, any other refusal a bug', async () => {
  const refusal = (statement: string) =>
    sql
      .raw(statement)
      .execute(database.db)
      .then(
        () => null,
        (error: unknown) => errorToHttpAnswer(error, 'America/Los_Angeles'),
      );
  expect(await refusal('insert into course_group_courses values (424242, 424242)')).toEqual({
    status: 409,
    body: { message: 'Other records use this, or what it names is gone. Please reload and look again.' },
  });
  expect(await refusal('insert into course_group_courses values (null, null)')).toBeNull();
});

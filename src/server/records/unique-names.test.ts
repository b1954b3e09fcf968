import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCourse, aStaffUser } from '../../../test/support/factories.ts';
import { courseGroups } from '../../areas/course-groups/course-groups.contract.ts';
import { notices } from '../../areas/notices/notices.contract.ts';
import { migrationsFolder } from '../database/migrate.ts';

const app = testApp();
let admin: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
});

const create = (group_name: string) =>
  app.call(courseGroups.create, { body: { course_group: { group_name, courses: [] } } }, admin);
const rename = (id: number, group_name: string) =>
  app.call(courseGroups.update, { body: { id, course_group: { group_name } } }, admin);
const stored = async (group_name: string): Promise<number> =>
  (await app.db.insertInto('course_groups').values({ group_name }).returning('id').executeTakeFirstOrThrow())
    .id;
const TAKEN = { status: 422, body: { errors: { group_name: ['is taken already'] } } };

describe('a unique name', () => {
  test('is refused where another one is written alike', async () => {
    expect(await create('Señor O’Fold – Club')).toMatchObject({ status: 200 });
    for (const alike of ["senor o'fold - club", 'SENÕR O`FOLD — CLUB', 'Sen\u0303or  OʼFold ‑ Club'])
      // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
      expect(await create(alike)).toMatchObject(TAKEN);
    expect(await create("Senor O'Fold Club")).toMatchObject({ status: 200 });
  });

  test('of a pair that existed stays, and is refused when it is changed', async () => {
    const [first, second] = [await stored('Café'), await stored('Cafe')];
    expect(await rename(first, 'Café')).toMatchObject({ status: 200 });
    expect(await rename(second, 'Cafe')).toMatchObject({ status: 200 });
    expect(await rename(second, 'CAFÈ')).toMatchObject(TAKEN);
    expect(await rename(second, 'Cafeteria')).toMatchObject({ status: 200 });
    expect(await rename(first, 'CAFE')).toMatchObject({ status: 200 });
  });

  test('is taken by one of two who type it at the same time', async () => {
    const both = await Promise.all([create('Zoë’s'), create("Zoe's")]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]));
  });
});

describe('the migration', () => {
  const statement = (begins: string, ends: string, file = '0051_folded_names.sql'): string => {
    const text = readFileSync(join(migrationsFolder, file), 'utf8');
    const from = text.indexOf(`\n${begins}`);
    const to = text.indexOf(ends, from);
    if (from < 0 || to < 0) throw new Error(`the migration has no ${begins}`);
    return text.slice(from, to + ends.length);
  };
  const run = (sqlText: string) => sql.raw(sqlText).execute(app.db);

  test('tells admins, and nobody else, of names that are written alike', async () => {
    const { id } = await aCourse(app.db, { course_name: 'Añada' });
    const other = await aCourse(app.db, { course_name: 'ANADA' });
    await run(statement('insert into notices', ';\n'));
    const told = (await app.ok(notices.index, {}, admin)).filter(({ kind }) => kind === 'name');
    expect(told.map(({ message }) => message)).toEqual([
      `Courses that people can write alike: “Añada” (${id}), “ANADA” (${other.id}). ` +
        'Whoever types one finds all of them: rename all but one.',
    ]);
    const agents = await app.ok(notices.index, {}, await app.signedIn('agent'));
    expect(agents.filter(({ kind }) => kind === 'name')).toEqual([]);
  });

  test('tells them of saved views too, of one person and one list', async () => {
    const [owner, colleague] = [await aStaffUser(app.db, { name: 'Ann Fold' }), await aStaffUser(app.db)];
    const view = async (owner_id: number, name: string, list = '/api/courses/index') =>
      (
        await app.db
          .insertInto('saved_views')
          .values({ owner_id, name, list, columns: [] })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const ids = [await view(owner.id, 'Mañana'), await view(owner.id, 'manana')];
    await view(colleague.id, 'Manana');
    await view(owner.id, 'Manana', '/api/rates/index');
    await run(statement('insert into notices', ';\n', '0063_alike_views.sql'));
    const told = (await app.ok(notices.index, {}, admin)).filter(({ message }) => message.includes('views'));
    expect(told.map(({ message }) => message)).toEqual([
      `Saved views of Ann Fold that people can write alike: “Mañana” (${ids[0]}), “manana” (${ids[1]}). ` +
        'Rename all but one.',
    ]);
  });

  test('puts stored texts into NFC, but neither the audit nor a name that is taken', async () => {
    const decomposed = 'Beno\u0302t';
    const composed = decomposed.normalize('NFC');
    const alone = await stored(`${decomposed} alone`);
    const pair = [await stored(composed), await stored(decomposed)];
    const entry = await app.db
      .insertInto('audit_entries')
      .values({ made_by: decomposed, action: 'noted', subject: 'customer', subject_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await run(statement('do $$', '\nend $$;'));
    const names = await app.db.selectFrom('course_groups').select(['id', 'group_name']).execute();
    const nameOf = (id: number | undefined) => names.find((row) => row.id === id)?.group_name;
    expect(nameOf(alone)).toBe(`${composed} alone`);
    expect(pair.map(nameOf)).toEqual([composed, decomposed]);
    const kept = app.db.selectFrom('audit_entries').select('made_by').where('id', '=', entry.id);
    expect(await kept.executeTakeFirst()).toEqual({ made_by: decomposed });
  });
});

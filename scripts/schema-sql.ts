import { sql } from 'kysely';
import type { Db } from '../src/server/process/context.ts';

const MADE = `-- The schema that the migrations make, to be read; made by \`npm run docs\`, never edited and never run.\n`;

type Made = { name: string; text: string };

/** Generates db/schema.sql: the sequences, functions, tables and views of the migrated database, each by name. */
export async function schemaSql(db: Db): Promise<string> {
  const parts = [await sequences(db), await functions(db), await tables(db), await views(db)];
  return [MADE, ...parts.flat().map(({ text }) => text)].join('\n');
}

// Extensions bring objects of their own, and the migrator's tables are not RIC's.
const own = (catalog: string, oid: string, name: string) => sql`
  ${sql.ref(`${oid.split('.')[0]}.${catalog}`)} = 'public'::regnamespace and ${sql.ref(name)} not like 'kysely%'
  and not exists (select from pg_depend d where d.objid = ${sql.ref(oid)} and d.deptype = 'e')`;

async function sequences(db: Db): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select c.relname as name, format('create sequence %s;', c.relname) || E'\n' as text
    from pg_class c where c.relkind = 'S' and ${own('relnamespace', 'c.oid', 'c.relname')}
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
    order by c.relname collate "C"`.execute(db);
  return rows;
}

async function functions(db: Db): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select p.proname as name, pg_get_functiondef(p.oid) || E';\n' as text
    from pg_proc p where p.prokind in ('f', 'p') and ${own('pronamespace', 'p.oid', 'p.proname')}
    order by p.proname collate "C", p.oid`.execute(db);
  return rows;
}

async function tables(db: Db): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select c.relname as name, format(E'create table %s (\n%s\n);\n', c.relname,
        concat_ws(E',\n', columns.text, constraints.text))
      || coalesce(indexes.text || E';\n', '') || coalesce(triggers.text || E';\n', '') as text
    from pg_class c
      cross join lateral (
        select string_agg(format('  %I %s', a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
            case when a.attidentity <> '' then 'generated always as identity'
              when a.attgenerated <> '' then format('generated always as (%s) stored', pg_get_expr(k.adbin, k.adrelid))
              when k.adbin is not null then 'default ' || pg_get_expr(k.adbin, k.adrelid) end,
            case when a.attnotnull then 'not null' end)), E',\n' order by a.attnum) as text
        from pg_attribute a left join pg_attrdef k on k.adrelid = a.attrelid and k.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) columns
      cross join lateral (
        select string_agg(format('  constraint %s %s', k.conname, pg_get_constraintdef(k.oid)), E',\n'
          order by k.conname collate "C") as text
        from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n') constraints
      cross join lateral (
        select string_agg(pg_get_indexdef(i.indexrelid), E';\n' order by i.indexrelid::regclass::text collate "C") as text
        from pg_index i where i.indrelid = c.oid
          and not exists (select from pg_constraint k where k.conindid = i.indexrelid)) indexes
      cross join lateral (
        select string_agg(pg_get_triggerdef(t.oid), E';\n' order by t.tgname collate "C") as text
        from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) triggers
    where c.relkind = 'r' and ${own('relnamespace', 'c.oid', 'c.relname')}
    order by c.relname collate "C"`.execute(db);
  return rows;
}

async function views(db: Db): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select c.relname as name, format(E'create view %s as\n%s\n', c.relname, pg_get_viewdef(c.oid)) as text
    from pg_class c where c.relkind = 'v' and ${own('relnamespace', 'c.oid', 'c.relname')}
    order by c.relname collate "C"`.execute(db);
  return rows;
}

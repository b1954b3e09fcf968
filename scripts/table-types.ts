import { sql } from 'kysely';
import type { Db } from '../src/server/process/context.ts';

type Column = {
  table: string;
  column: string;
  type: string;
  is_nullable: boolean;
  has_default: boolean;
  is_computed: boolean;
  /** The texts that a check constraint of the column allows, quoted. */
  texts: string[] | null;
};

const PLAIN: Record<string, string> = {
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  text: 'string',
  uuid: 'string',
  date: 'string',
  _int4: 'number[]',
  _text: 'string[]',
  _bool: 'boolean[]',
  _int8: 'number[]',
  bytea: 'Uint8Array',
  int8multirange: 'string',
};
/**
 * The TypeScript types of columns whose values are read differently from how they are written; columns.ts defines them, by
 * nullability and default.
 */
const OURS: Record<string, { always?: string; nullable?: string; defaulted?: string }> = {
  timestamptz: { always: 'InstantColumn', nullable: 'NullableInstantColumn', defaulted: 'StampedAt' },
  jsonb: { nullable: 'NullableJsonColumn', defaulted: 'JsonColumn' },
  numeric: { nullable: 'NullableDecimalColumn' },
};
/** The types of columns that the database itself does not declare precisely. */
const KNOWN: Record<string, string> = { 'tee_time_list.state': "TeeTimes['state']" };

/** Generates src/contract/last-change/changed-records.ts: the tables whose rows record who changed them last. */
export function generateChangedRecords(columns: Column[]): string {
  const kept = columns.filter(({ column }) => column === 'updated_by').map(({ table }) => `'${table}'`);
  return `${MADE}/** The tables of the records that say who changed them last. */\nexport const TABLES_WITH_LAST_CHANGE = [${kept.join(', ')}] as const;\n`;
}

/** Generates src/server/database/tables.ts: the tables of the migrated database as TypeScript types. */
export function generateTableTypes(columns: Column[]): string {
  const tables = new Map<string, Column[]>();
  for (const one of columns) tables.set(one.table, [...(tables.get(one.table) ?? []), one]);
  const interfaces = [...tables].map(
    ([table, columns]) => `export interface ${typeName(table)} {\n${columns.map(line).join('\n')}\n}\n`,
  );
  const members = [...tables.keys()].map((table) => `${table}: ${typeName(table)};`);
  return `${TOP}\n${interfaces.join('\n')}\nexport interface Tables {\n${members.join('\n')}\n}\n`;
}

const MADE = '// Made from the migrated database by `npm run docs`; never edited.\n';
const TOP = `${MADE}import type { Generated, GeneratedAlways } from 'kysely';
import type { ${Object.values(OURS)
  .flatMap((names) => Object.values(names))
  .toSorted()
  .join(', ')} } from './columns.ts';
`;

const typeName = (table: string) =>
  table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const line = (one: Column) => `${one.column}: ${columnType(one)};`;

function columnType(one: Column): string {
  const name = `${one.table}.${one.column}`;
  const type = KNOWN[name] ?? one.texts?.join(' | ') ?? PLAIN[one.type];
  if (!type) return specialType(one, name);
  if (one.is_computed) return `GeneratedAlways<${type}>`;
  const read = one.is_nullable ? `${type} | null` : type;
  return one.has_default ? `Generated<${read}>` : read;
}

function specialType({ type, is_nullable, has_default }: Column, name: string): string {
  const { always, nullable, defaulted } = OURS[type] ?? {};
  const found = is_nullable ? nullable : has_default ? defaulted : always;
  if (!found)
    throw new Error(`${name} is of a kind (${type}) that scripts/table-types.ts does not know yet.`);
  return found;
}

export async function readColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as is_nullable,
      a.atthasdef or a.attidentity <> '' as has_default, a.attgenerated <> '' as is_computed,
      (select array_agg(quoted[1]) from pg_constraint k, regexp_matches(
          substring(pg_get_constraintdef(k.oid) from '^CHECK [(][(][a-z_"]+ = ANY [(]ARRAY[[](.*)[]][)][)][)]$'),
          '(''[^'']*'')::text', 'g') as quoted
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as texts
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
    order by c.relname collate "C", a.attnum`.execute(db);
  return rows;
}

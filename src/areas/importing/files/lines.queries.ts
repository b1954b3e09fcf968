import { sql } from 'kysely';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { listColumn } from '../../../server/lists/list-columns.ts';
import { UnreadableFilter, valueSort, conditionFilter } from '../../../server/lists/list-filters.ts';
import { defineList } from '../../../server/lists/lists.ts';
import { IMPORTABLE_KINDS } from '../kinds/kinds.queries.ts';
import { DOUBLE_NAME } from '../moving/staging.queries.ts';
import { rowOutcomeSentence } from '../report.rules.ts';
import { RowOutcome } from '../row-outcome.contract.ts';
import type { Import, ImportLine, imports } from './imports.contract.ts';

const isExactly = (name: string) =>
  conditionFilter((typed) => sql<boolean>`${sql.raw(name)} = ${typed}`, ['f']);

/** Lists the import files that were uploaded on the screen and are not deleted yet. */
export const importFileList = ({ settings }: AppContext) =>
  defineList<typeof imports.index>({
    table: 'import_files',
    as: 'f',
    columns: {
      id: listColumn.shown('f.id'),
      file_name: { select: 'f.file_name', filter: listColumn.text('f.file_name').filter },
      kind: { select: 'f.kind', filter: isExactly('f.kind') },
      state: { select: 'f.state', filter: isExactly('f.state') },
      made_by: { select: 'f.made_by', filter: listColumn.text('f.made_by').filter },
      created_at: {
        select: 'f.created_at',
        sort: listColumn.instant('f.created_at', settings.businessTimeZone).sort,
      },
      row_count: listColumn.shown('f.row_count'),
      good: listColumn.shown('f.good'),
      doubles: listColumn.shown('f.doubles'),
      refused: listColumn.shown('f.refused'),
    },
    defaultSort: [['created_at', true]],
  });

export async function findImportFile(db: Db, app: AppContext, id: number): Promise<Import> {
  const found = await importFileList(app).find<Omit<Import, 'fields'>>(db, id, 'This import', {
    headings: 'f.headings',
    columns: 'f.columns',
    rows_read: 'f.rows_read',
    failed: 'f.failed',
    kept_until: 'f.kept_until',
    done_at: 'f.done_at',
  });
  return { ...found, fields: [...IMPORTABLE_KINDS[found.kind].fields] };
}

const DOUBLE = '(r.double_of is not null or r.double_of_line is not null)';
const OUTCOME: Record<string, string> = {
  refused: 'r.problems is not null',
  double: DOUBLE,
  made: 'r.made_id is not null',
  new: `r.problems is null and r.made_id is null and not ${DOUBLE}`,
};
// SQL for a short text about a record of any kind: a name and an e-mail, a serial, or a day and time of play.
const RECORD = ['first_name', 'last_name', 'email', 'serial', 'play_date', 'play_time']
  .map((name) => `nullif(r.record ->> '${name}', '')`)
  .join(', ');

/**
 * Lists the rows of an import file after they were checked or inserted, with their errors as stored; `withErrorTexts` puts the
 * errors into words.
 */
export const importRowList = defineList<typeof imports.lines>({
  table: 'import_rows',
  as: 'r',
  columns: {
    id: listColumn.shown('r.id'),
    line: { select: 'r.line', sort: valueSort('r.line') },
    import_file_id: {
      // The import's id is found by a subquery, so that its rows are read in the order of the index.
      filter: conditionFilter(
        (typed) => {
          if (!/^\d{1,15}$/.test(typed)) throw new UnreadableFilter('must be a whole number');
          return sql`r.import_id = (select import_id from import_files where id = ${typed}::bigint)`;
        },
        ['r'],
      ),
    },
    outcome: {
      select: `case when r.problems is not null then 'refused' when ${DOUBLE} then 'double'
        when r.made_id is not null then 'made' else 'new' end`,
      filter: conditionFilter((typed) => sql<boolean>`${sql.raw(OUTCOME[typed] ?? 'false')}`, ['r']),
    },
    record: listColumn.shown(`concat_ws(' ', ${RECORD})`),
    number: listColumn.shown('coalesce(r.made_id, r.double_of)'),
    // The parts of the sentence; see withErrorTexts.
    says: listColumn.shown(`jsonb_build_object('problems', r.problems, 'double_of', r.double_of, 'double_of_line', r.double_of_line,
      'double_by', r.double_by, 'double_name', ${DOUBLE_NAME})::text`),
  },
  defaultSort: [['line', false]],
});

/** Returns the rows of an import file with their errors in words, as in the report of the import command. */
export const withErrorTexts = (rows: ImportLine[]): ImportLine[] =>
  rows.map((row) => ({ ...row, says: rowOutcomeSentence(RowOutcome.parse(JSON.parse(row.says))) }));

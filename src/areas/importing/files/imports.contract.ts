import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { TextOrEmpty } from '../../../contract/forms/fields.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  SentRecordId,
  UtcInstant,
  ListQuery,
  StreamedUpload,
} from '../../../contract/wire.ts';

export const IMPORT_KINDS = ['customers', 'certificates', 'tee_times'] as const;
export type ImportKindName = (typeof IMPORT_KINDS)[number];
/**
 * The states of an import file in order: it is uploaded, the user names its columns, a dry run checks it, its new rows are
 * inserted.
 */
export const IMPORT_STATES = ['uploading', 'mapping', 'looking', 'looked', 'putting_in', 'in'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
/** The largest file that the Import screen accepts, in bytes. */
export const MAX_IMPORT_BYTES = 200 * 1024 * 1024;
export const MOST_IMPORT_SIZE_TEXT = '200 MB';
/** The days for which RIC keeps an import file that nobody inserts, and the outcomes of one that was inserted. */
export const IMPORT_RETENTION_DAYS = 7;

const ImportRow = z.object({
  id: z.number(),
  file_name: z.string(),
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  made_by: z.string(),
  created_at: UtcInstant,
  /** The number of all rows, and of those that are new or created (`good`), duplicates (`doubles`) and rejected (`refused`). */
  row_count: z.number(),
  good: z.number(),
  doubles: z.number(),
  refused: z.number(),
});
export type ImportRow = z.infer<typeof ImportRow>;

const Import = ImportRow.extend({
  /** The first line of the file (`headings`), and the field for each of its columns; '' for a column that is left out. */
  headings: z.array(z.string()),
  columns: z.array(z.string()),
  /** The fields of the kind of record that is imported. */
  fields: z.array(z.string()),
  rows_read: z.number(),
  /** The reason why the import failed. */
  failed: z.string().nullable(),
  kept_until: UtcInstant,
  done_at: UtcInstant.nullable(),
});
export type Import = z.infer<typeof Import>;

export const IMPORT_OUTCOMES = ['new', 'made', 'double', 'refused'] as const;
/** A row of an import file, with the line of the file at which the row begins, and the row's outcome. */
const ImportLine = z.object({
  id: z.number(),
  line: z.number(),
  outcome: z.enum(IMPORT_OUTCOMES),
  /** A short description of the row's record; empty for a rejected row, because its cells are not stored. */
  record: z.string(),
  /** The id of the created record, or of the record that the row duplicates. */
  number: z.number().nullable(),
  /** Describes the row's errors, or the record or line that the row duplicates. */
  says: z.string(),
});
export type ImportLine = z.infer<typeof ImportLine>;

const list = {
  filters: ['file_name', 'kind', 'state', 'made_by'],
  sorts: ['created_at'],
  opens: { sort: [{ name: 'created_at', desc: true }] },
  follows: 'imports',
} as const;
const lineList = {
  filters: ['import_file_id', 'outcome'],
  sorts: ['line'],
  opens: { sort: [{ name: 'line', desc: false }] },
} as const;
const FileSent = z.object({
  kind: z.enum(IMPORT_KINDS, 'must be customers, certificates or tee_times'),
  name: TextOrEmpty(200).min(1, 'is required'),
  file: StreamedUpload,
});
// prettier-ignore
export const imports = {
  index:     defineCall({ method: 'GET',    path: '/api/imports/index',       access: 'admin', ours: true, query: ListQuery, list, answer: z.array(ImportRow) }),
  count:     defineCall({ method: 'GET',    path: '/api/imports/count',       access: 'admin', ours: true, query: CountQuery, answer: RowCount }),
  show:      defineCall({ method: 'GET',    path: '/api/imports/show/:id',    access: 'admin', ours: true, params: RecordIdParams, answer: Import }),
  lines:     defineCall({ method: 'GET',    path: '/api/imports/lines',       access: 'admin', ours: true, query: ListQuery, list: lineList, answer: z.array(ImportLine) }),
  lineCount: defineCall({ method: 'GET',    path: '/api/imports/lines/count', access: 'admin', ours: true, query: CountQuery, answer: RowCount }),
  // A file has one import, whoever uploads it: `is_known` is true if it was uploaded before.
  create:    defineCall({ method: 'POST',   path: '/api/imports',             access: 'admin', ours: true, upload: 'streamed', maxBytes: MAX_IMPORT_BYTES, transaction: 'own', changes: ['imports'], envelope: ['import'], body: z.object({ import: FileSent }), answer: z.object({ id: z.number(), is_known: z.boolean() }) }),
  look:      defineCall({ method: 'POST',   path: '/api/imports/look',        access: 'admin', ours: true, changes: ['imports'], body: z.object({ id: SentRecordId, columns: z.array(TextOrEmpty(40)).max(200) }), answer: DoneMessage }),
  putIn:     defineCall({ method: 'POST',   path: '/api/imports/put_in',      access: 'admin', ours: true, changes: ['imports'], body: RecordIdParams, answer: DoneMessage }),
  remove:    defineCall({ method: 'DELETE', path: '/api/imports/:id',         access: 'admin', ours: true, changes: ['imports'], params: RecordIdParams, answer: DoneMessage }),
};

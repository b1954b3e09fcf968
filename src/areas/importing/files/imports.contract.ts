import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { TextOrEmpty } from '../../../contract/forms/fields.ts';
import {
  ById,
  Count,
  CountQuery,
  DoneMessage,
  Id,
  Instant,
  ListQuery,
  StreamedUpload,
} from '../../../contract/wire.ts';

export const IMPORT_KINDS = ['customers', 'certificates', 'tee_times'] as const;
export type ImportName = (typeof IMPORT_KINDS)[number];
/** A file is uploaded, its columns are named, a dry run checks it, and its new rows are inserted. */
export const IMPORT_STATES = ['uploading', 'mapping', 'looking', 'looked', 'putting_in', 'in'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
/** The largest file that the screen accepts, in bytes. */
export const MOST_IMPORT_BYTES = 200 * 1024 * 1024;
export const MOST_IMPORT_READ = '200 MB';
/** The days for which a file that nobody inserts is kept, and the report of one that was inserted. */
export const RETENTION_DAYS = 7;

const ImportRow = z.object({
  id: z.number(),
  file_name: z.string(),
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  made_by: z.string(),
  created_at: Instant,
  /** The number of rows, and of each outcome: new or created, duplicates, rejected. */
  row_count: z.number(),
  good: z.number(),
  doubles: z.number(),
  refused: z.number(),
});
export type ImportRow = z.infer<typeof ImportRow>;

const Import = ImportRow.extend({
  /** The first line of the file, and the field for each of its columns; '' for one that is left out. */
  headings: z.array(z.string()),
  columns: z.array(z.string()),
  /** The fields of such a record. */
  fields: z.array(z.string()),
  rows_read: z.number(),
  /** The reason why it did not continue. */
  failed: z.string().nullable(),
  kept_until: Instant,
  done_at: Instant.nullable(),
});
export type Import = z.infer<typeof Import>;

export const OUTCOMES = ['new', 'made', 'double', 'refused'] as const;
/** A row of a file, by the line that it begins in, and its outcome. */
const ImportLine = z.object({
  id: z.number(),
  line: z.number(),
  outcome: z.enum(OUTCOMES),
  /** A short description of the record; empty if the row is rejected, since such cells are not stored. */
  record: z.string(),
  /** The id of the new record, or of the one that it duplicates. */
  number: z.number().nullable(),
  /** Describes the errors of the row, or what it duplicates. */
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
  index:     call({ method: 'GET',    path: '/api/imports/index',       access: 'admin', ours: true, query: ListQuery, list, answer: z.array(ImportRow) }),
  count:     call({ method: 'GET',    path: '/api/imports/count',       access: 'admin', ours: true, query: CountQuery, answer: Count }),
  show:      call({ method: 'GET',    path: '/api/imports/show/:id',    access: 'admin', ours: true, params: ById, answer: Import }),
  lines:     call({ method: 'GET',    path: '/api/imports/lines',       access: 'admin', ours: true, query: ListQuery, list: lineList, answer: z.array(ImportLine) }),
  lineCount: call({ method: 'GET',    path: '/api/imports/lines/count', access: 'admin', ours: true, query: CountQuery, answer: Count }),
  // The same file is one import, whoever sends it: `is_known` if it was uploaded before.
  create:    call({ method: 'POST',   path: '/api/imports',             access: 'admin', ours: true, upload: 'streamed', maxBytes: MOST_IMPORT_BYTES, transaction: 'own', changes: ['imports'], envelope: ['import'], body: z.object({ import: FileSent }), answer: z.object({ id: z.number(), is_known: z.boolean() }) }),
  look:      call({ method: 'POST',   path: '/api/imports/look',        access: 'admin', ours: true, changes: ['imports'], body: z.object({ id: Id, columns: z.array(TextOrEmpty(40)).max(200) }), answer: DoneMessage }),
  putIn:     call({ method: 'POST',   path: '/api/imports/put_in',      access: 'admin', ours: true, changes: ['imports'], body: ById, answer: DoneMessage }),
  remove:    call({ method: 'DELETE', path: '/api/imports/:id',         access: 'admin', ours: true, changes: ['imports'], params: ById, answer: DoneMessage }),
};

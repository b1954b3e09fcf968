import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { AnyText } from '../../../contract/forms/fields.ts';
import {
  ById,
  Count,
  CountQuery,
  Done,
  Id,
  Instant,
  ListQuery,
  StreamedUpload,
} from '../../../contract/wire.ts';

export const IMPORT_KINDS = ['customers', 'certificates', 'tee_times'] as const;
export type ImportName = (typeof IMPORT_KINDS)[number];
/** A file is sent, its columns are named, a dry run looks at it, what is new is put in. */
export const IMPORT_STATES = ['uploading', 'mapping', 'looking', 'looked', 'putting_in', 'in'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
/** The largest file that the screen takes, in bytes. */
export const MOST_IMPORT_BYTES = 200 * 1024 * 1024;
export const MOST_IMPORT_READ = '200 MB';
/** How many days a file that nobody puts in is kept, and what became of one that is in. */
export const KEPT_DAYS = 7;

const ImportRow = z.object({
  id: z.number(),
  file_name: z.string(),
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  made_by: z.string(),
  created_at: Instant,
  /** Rows of the file, and what became of them: new or made, doubles, refused. */
  row_count: z.number(),
  good: z.number(),
  doubles: z.number(),
  refused: z.number(),
});
export type ImportRow = z.infer<typeof ImportRow>;

const Import = ImportRow.extend({
  /** The first line of the file, and the field that each of its columns is, '' for one that is left out. */
  headings: z.array(z.string()),
  columns: z.array(z.string()),
  /** What such a record has. */
  fields: z.array(z.string()),
  rows_read: z.number(),
  /** Why it did not go on. */
  failed: z.string().nullable(),
  kept_until: Instant,
  done_at: Instant.nullable(),
});
export type Import = z.infer<typeof Import>;

export const OUTCOMES = ['new', 'made', 'double', 'refused'] as const;
/** A row of a file, by the line that it begins in, and what becomes of it. */
const ImportLine = z.object({
  id: z.number(),
  line: z.number(),
  outcome: z.enum(OUTCOMES),
  /** Whom or what it says, in a few words; empty where it is refused, since such cells are not kept. */
  record: z.string(),
  /** Of the record that was made, or that it doubles. */
  number: z.number().nullable(),
  /** What is wrong with it, or what it doubles. */
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
  name: AnyText(200).min(1, 'is required'),
  file: StreamedUpload,
});
// prettier-ignore
export const imports = {
  index:     call({ method: 'GET',    path: '/api/imports/index',       access: 'admin', ours: true, query: ListQuery, list, answer: z.array(ImportRow) }),
  count:     call({ method: 'GET',    path: '/api/imports/count',       access: 'admin', ours: true, query: CountQuery, answer: Count }),
  show:      call({ method: 'GET',    path: '/api/imports/show/:id',    access: 'admin', ours: true, params: ById, answer: Import }),
  lines:     call({ method: 'GET',    path: '/api/imports/lines',       access: 'admin', ours: true, query: ListQuery, list: lineList, answer: z.array(ImportLine) }),
  lineCount: call({ method: 'GET',    path: '/api/imports/lines/count', access: 'admin', ours: true, query: CountQuery, answer: Count }),
  // The same file is one import, whoever sends it: `is_known` where it is here already.
  create:    call({ method: 'POST',   path: '/api/imports',             access: 'admin', ours: true, upload: 'streamed', maxBytes: MOST_IMPORT_BYTES, transaction: 'own', changes: ['imports'], envelope: ['import'], body: z.object({ import: FileSent }), answer: z.object({ id: z.number(), is_known: z.boolean() }) }),
  look:      call({ method: 'POST',   path: '/api/imports/look',        access: 'admin', ours: true, changes: ['imports'], body: z.object({ id: Id, columns: z.array(AnyText(40)).max(200) }), answer: Done }),
  putIn:     call({ method: 'POST',   path: '/api/imports/put_in',      access: 'admin', ours: true, changes: ['imports'], body: ById, answer: Done }),
  remove:    call({ method: 'DELETE', path: '/api/imports/:id',         access: 'admin', ours: true, changes: ['imports'], params: ById, answer: Done }),
};

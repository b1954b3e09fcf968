import type { Imports } from '../../../server/database/tables.ts';
import type { ImportKind } from '../kind.queries.ts';
import { certificateImport } from './certificates.queries.ts';
import { customerImport } from './customers.queries.ts';
import { teeTimeImport } from './tee-times.queries.ts';

/** The kinds of record that can be imported, by their name in the import command and on the screen. */
export const IMPORTABLE_KINDS: Record<Imports['kind'], ImportKind> = {
  customers: customerImport,
  certificates: certificateImport,
  tee_times: teeTimeImport,
};

import { DatabaseDeadline } from '../../../server/database/driver/deadline.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { isForeignKeyError, ServiceUnavailable } from '../../../server/http/errors.ts';
import { CannotStart } from '../../../server/process/cannot-start.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { startTimer, logTimerFailure } from '../../../server/process/timer.ts';
import { IMPORTABLE_KINDS } from '../kinds/kinds.queries.ts';
import { checkOrInsertRows, LONGEST_IMPORT_INSERT_MS, stageImportRows } from '../moving/moving.steps.ts';
import { beginImport } from '../moving/staging.queries.ts';
import {
  countRowsByOutcome,
  markImportFileFailed,
  markImportFileDone,
  releaseImportLease,
  renewImportLease,
  leaseNextImportFile,
  ImportLeaseLost,
  type LeasedImportFile,
} from './lease.queries.ts';
import { readStoredRows } from './pieces.queries.ts';

const BEAT_MS = 5_000;
/** The number of times that a process may end while it works on an import file; after that, the file fails. */
const MOST_LEFT = 5;

/** Thrown when this process shuts down: the next process continues at the same row. */
class Stopping extends Error {}

type IsStopping = () => boolean;

/** Checks or inserts the import files that wait, one after the other. Returns the number of files. */
export async function processImportFiles(
  app: AppContext,
  isStopping: IsStopping = () => false,
): Promise<number> {
  for (let done = 0; ; done += 1) {
    const file = isStopping() ? null : await leaseNextImportFile(app.db);
    if (!file) return done;
    await workOn(app, file, isStopping);
    app.live.tell('imports');
  }
}

async function workOn(app: AppContext, file: LeasedImportFile, isStopping: IsStopping): Promise<void> {
  const beat = startTimer(BEAT_MS, 'import under way', async () =>
    renewImportLease(app.db, file).catch(ifOurs),
  );
  try {
    if (file.left_times >= MOST_LEFT) throw new CannotStart(LEFT);
    await move(app, file, isStopping);
  } catch (error) {
    if (error instanceof ImportLeaseLost) return;
    if (error instanceof Stopping || error instanceof ServiceUnavailable)
      await releaseImportLease(app.db, file);
    else await markImportFileFailed(app.db, file, reasonOf(error));
  } finally {
    await beat.stop();
  }
}

const ifOurs = (error: unknown): void => {
  if (!(error instanceof ImportLeaseLost)) throw error;
};

// A file may end its process, for example by needing too much memory. It must not end one process after another forever.
const LEFT = 'RIC ended each time while it was at this file. The reason is in the log.';
const GONE = 'Something that its rows name was deleted meanwhile, so nothing was put in. Please look again.';

function reasonOf(error: unknown): string {
  if (error instanceof CannotStart) return error.message;
  if (isForeignKeyError(error)) return GONE;
  logTimerFailure('imports', error);
  return 'It could not be done, and nothing was put in. The reason is in the log.';
}

async function move(app: AppContext, file: LeasedImportFile, isStopping: IsStopping): Promise<void> {
  const { kind: name, digest, columns, state } = file;
  const kind = IMPORTABLE_KINDS[name];
  const db = app.dbWithin(new DatabaseDeadline(LONGEST_IMPORT_INSERT_MS));
  const begun = await beginImport(db, { kind: name, digest, columns }, 'screen');
  const { id } = begun;
  await renewImportLease(db, file, { import_id: id });
  dieAtFaultPoint('import.begun');
  if (begun.done_at === null) {
    if (!begun.is_whole) await readRows({ app, db, file, isStopping }, id);
    dieAtFaultPoint('import.read');
    const maker = { name: file.made_by, address: file.address };
    await checkOrInsertRows(db, { id, kind, write: state === 'putting_in', maker });
  }
  dieAtFaultPoint('import.decided');
  const counts = await countRowsByOutcome(db, id);
  await runTransaction(db, (db) => markImportFileDone(db, file, counts));
}

type Reading = { app: AppContext; db: Db; file: LeasedImportFile; isStopping: IsStopping };

const readRows = ({ app, db, file, isStopping }: Reading, id: number): Promise<void> =>
  stageImportRows(db, {
    id,
    kind: IMPORTABLE_KINDS[file.kind],
    columns: file.columns,
    rows: readStoredRows(db, file.id),
    zone: app.settings.businessTimeZone,
    now: app.now(),
    hasRead: async (rows_read) => {
      await renewImportLease(db, file, { rows_read });
      app.live.tell('imports');
      dieAtFaultPoint('import.reading');
      if (isStopping()) throw new Stopping();
    },
  });

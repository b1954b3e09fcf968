import type { CallHandlers } from '../../../server/http/serve.ts';
import { receiveImportFile } from './arriving.steps.ts';
import { requestDryRun, requestImportInsert, deleteUninsertedImportFile } from './files.queries.ts';
import type { imports } from './imports.contract.ts';
import { importFileList, findImportFile, importRowList, withErrorTexts } from './lines.queries.ts';

export const importHandlers: CallHandlers<typeof imports> = {
  index: ({ db, app, query }) => importFileList(app).page(db, query),
  count: ({ db, app, query }) => importFileList(app).count(db, query),
  show: ({ db, app, params }) => findImportFile(db, app, params.id),
  lines: async ({ db, query }) => withErrorTexts(await importRowList.page(db, query)),
  lineCount: ({ db, query }) => importRowList.count(db, query),
  create: ({ app, body, staff }) => receiveImportFile(app, body.import, staff),
  look: ({ db, body }) => requestDryRun(db, body),
  putIn: ({ db, body, staff }) => requestImportInsert(db, body.id, staff),
  remove: ({ db, params }) => deleteUninsertedImportFile(db, params.id),
};

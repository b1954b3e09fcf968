import type { Handlers } from '../../../server/http/serve.ts';
import { receiveFile } from './arriving.steps.ts';
import { requestDryRun, askToPutIn, deleteUnfinishedFile } from './files.queries.ts';
import type { imports } from './imports.contract.ts';
import { fileList, findFile, lineList, withErrorTexts } from './lines.queries.ts';

export const importHandlers: Handlers<typeof imports> = {
  index: ({ db, app, query }) => fileList(app).page(db, query),
  count: ({ db, app, query }) => fileList(app).count(db, query),
  show: ({ db, app, params }) => findFile(db, app, params.id),
  lines: async ({ db, query }) => withErrorTexts(await lineList.page(db, query)),
  lineCount: ({ db, query }) => lineList.count(db, query),
  create: ({ app, body, staff }) => receiveFile(app, body.import, staff),
  look: ({ db, body }) => requestDryRun(db, body),
  putIn: ({ db, body, staff }) => askToPutIn(db, body.id, staff),
  remove: ({ db, params }) => deleteUnfinishedFile(db, params.id),
};

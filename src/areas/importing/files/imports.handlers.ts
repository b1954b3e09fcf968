import type { Handlers } from '../../../server/http/serve.ts';
import { receiveFile } from './arriving.steps.ts';
import { requestDryRun, askToPutIn, dropFile } from './files.queries.ts';
import type { imports } from './imports.contract.ts';
import { fileList, findFile, lineList, withErrorTexts } from './lines.queries.ts';

export const importHandlers: Handlers<typeof imports> = {
  index: ({ db, desk, query }) => fileList(desk).page(db, query),
  count: ({ db, desk, query }) => fileList(desk).count(db, query),
  show: ({ db, desk, params }) => findFile(db, desk, params.id),
  lines: async ({ db, query }) => withErrorTexts(await lineList.page(db, query)),
  lineCount: ({ db, query }) => lineList.count(db, query),
  create: ({ desk, body, staff }) => receiveFile(desk, body.import, staff),
  look: ({ db, body }) => requestDryRun(db, body),
  putIn: ({ db, body, staff }) => askToPutIn(db, body.id, staff),
  remove: ({ db, params }) => dropFile(db, params.id),
};

import type { Handlers } from '../../server/http/serve.ts';
import { TITLES } from '../email-templates/email-templates.contract.ts';
import type { templates } from './template-editor.contract.ts';
import { findContent, findInUse, findVersions } from './template-editor.queries.ts';
import { previewEmail, restoreVersion, saveTemplate, sendToMe } from './template-editor.steps.ts';

export const templateHandlers: Handlers<typeof templates> = {
  list: () => Promise.resolve({ files: TITLES }),
  content: ({ db, body }) => findInUse(db, body.template),
  save: ({ db, body, staff }) => saveTemplate(db, body, staff),
  preview: ({ db, body, app }) => previewEmail(db, body, app.settings),
  sendMe: ({ db, body, app, staff }) => sendToMe(db, body, { staff, settings: app.settings, now: app.now() }),
  versions: ({ db, query }) => findVersions(db, query.template),
  version: ({ db, query }) => findContent(db, query.template, query.id),
  restore: ({ db, body, staff }) => restoreVersion(db, body, staff),
};

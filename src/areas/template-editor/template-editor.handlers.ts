import type { CallHandlers } from '../../server/http/serve.ts';
import { TEMPLATE_TITLES } from '../email-templates/email-templates.contract.ts';
import type { templates } from './template-editor.contract.ts';
import { findVersionContent, findTemplateInUse, findTemplateVersions } from './template-editor.queries.ts';
import {
  previewEmail,
  restoreTemplateVersion,
  saveTemplate,
  sendTestEmail,
} from './template-editor.steps.ts';

export const templateHandlers: CallHandlers<typeof templates> = {
  list: () => Promise.resolve({ files: TEMPLATE_TITLES }),
  content: ({ db, body }) => findTemplateInUse(db, body.template),
  save: ({ db, body, staff }) => saveTemplate(db, body, staff),
  preview: ({ db, body, app }) => previewEmail(db, body, app.settings),
  sendMe: ({ db, body, app, staff }) =>
    sendTestEmail(db, body, { staff, settings: app.settings, now: app.now() }),
  versions: ({ db, query }) => findTemplateVersions(db, query.template),
  version: ({ db, query }) => findVersionContent(db, query.template, query.id),
  restore: ({ db, body, staff }) => restoreTemplateVersion(db, body, staff),
};

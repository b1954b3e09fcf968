import { InvalidFields, NotFound } from '../../server/http/errors.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import type { Settings } from '../../server/process/settings.ts';
import type { AuditAction } from '../audit/actions.rules.ts';
import { audit, auditCaller } from '../audit/audit.queries.ts';
import { templateProblems } from '../email-templates/check.texts.ts';
import type { TemplateKind } from '../email-templates/email-templates.contract.ts';
import { renderEmail, type RenderedEmail } from '../email-templates/render.texts.ts';
import { isAboutTeeTime, sampleVariables, templateVariables } from '../email-templates/variables.rules.ts';
import { findCertificate } from '../gift-certificates/gift-certificates.queries.ts';
import { certificateVariables } from '../gift-certificates/sending/send.steps.ts';
import { insertOperation, settleOperation } from '../operations/operations.queries.ts';
import { loadTeeTimeEmailData } from '../outbox/outbox-email.queries.ts';
import { countRequestedEmails, queueTestEmail, emailSenderName } from '../outbox/queue.steps.ts';
import { TEMPLATE_SAVED, type TemplateDraft } from './template-editor.contract.ts';
import { findVersionContent, findTemplateInUse, insertTemplateVersion } from './template-editor.queries.ts';

type Saving = { template: TemplateKind; content: string; updated_at?: string | null | undefined };

/**
 * Saves a template as a new version and puts it into use. Throws InvalidFields with the reasons and their lines if it cannot be used;
 * the old version stays in use.
 */
export async function saveTemplate(db: Db, saving: Saving, staff: Staff, action: AuditAction = 'edited') {
  refuseUnusable(saving);
  const { content: _, isNew, ...inUse } = await insertTemplateVersion(db, saving, staff);
  const entry = { ...auditCaller(staff), action, subject: 'email_template', subject_id: inUse.version_id };
  if (isNew) await audit(db, { ...entry, after: { template: saving.template } });
  return { ...inUse, message: TEMPLATE_SAVED };
}

type Restoring = Omit<Saving, 'content'> & { version_id: number | null };

/** Restores a saved version, or the built-in template, by saving its text as the newest version. */
export async function restoreTemplateVersion(db: Db, { version_id, ...seen }: Restoring, staff: Staff) {
  const { content } = await findVersionContent(db, seen.template, version_id);
  return saveTemplate(db, { ...seen, content }, staff, 'restored');
}

/** Returns the e-mail that a template's text makes for a record, or for the sample. Throws InvalidFields if the text cannot be used. */
export async function previewEmail(db: Db, draft: TemplateDraft, settings: Settings): Promise<RenderedEmail> {
  refuseUnusable(draft);
  const variables = await variablesFor(db, draft);
  try {
    return renderEmail(draft.content, { ...variables, sender: emailSenderName(settings) });
  } catch (error) {
    // The e-mail of a record may fail although the sample succeeded, for example if long notes make the e-mail too long.
    throw new InvalidFields({ content: [error instanceof Error ? error.message : 'cannot be used'] });
  }
}

/** Sends a test e-mail of a template's text to the staff user who is editing it. */
export async function sendTestEmail(
  db: Db,
  draft: TemplateDraft,
  { staff, settings, now }: { staff: Staff; settings: Settings; now: Date },
) {
  const letter = await previewEmail(db, draft, settings);
  const inUse = await findTemplateInUse(db, draft.template);
  const template_version_id = inUse.content === draft.content ? inUse.version_id : null;
  const operation_id = await insertOperation(db, {
    kind: 'send',
    actor: staff,
    fingerprint: `trial ${draft.template}`,
  });
  const written = { ...letter, template_version_id };
  await queueTestEmail(db, { operation_id, kind: draft.template, letter: written, staff, settings });
  await countRequestedEmails(db, staff, { times: 1, now });
  await settleOperation(db, operation_id, 200, {});
  return { message: `Sent to ${staff.email}` };
}

function refuseUnusable({ template, content }: Pick<TemplateDraft, 'template' | 'content'>): void {
  const problems = templateProblems(template, content);
  if (problems.length > 0) throw new InvalidFields({ content: problems });
}

async function variablesFor(
  db: Db,
  { template, record_id }: TemplateDraft,
): Promise<Record<string, unknown>> {
  if (record_id === null || record_id === undefined) return sampleVariables(templateVariables(template));
  if (!isAboutTeeTime(template)) return certificateVariables(await findCertificate(db, record_id));
  const found = await loadTeeTimeEmailData(db, record_id, [template]);
  if (!found) throw new NotFound('This tee time');
  return found.variables;
}

import { z } from 'zod';
import { defineCall, DEFAULT_MAX_BODY_BYTES } from '../../contract/call.ts';
import { NO_CARD_NUMBER_RULE } from '../../contract/forms/fields.ts';
import { DoneMessage, SentRecordId, UtcInstant, OptionalNumber } from '../../contract/wire.ts';
import { TEMPLATE_KINDS } from '../email-templates/email-templates.contract.ts';

/** The message after a template was saved, and the one if no template was chosen (part 1 §5). */
export const TEMPLATE_SAVED = 'Template saved.';
export const SELECT_TEMPLATE_FIRST = 'Please select a template before saving.';

// The most characters of a template that the Liquid engine parses.
const MOST_CHARACTERS = 100_000;
const Template = z.enum(TEMPLATE_KINDS);
const Content = z
  .string()
  .max(MOST_CHARACTERS, `must have at most ${MOST_CHARACTERS} characters`)
  .refine(...NO_CARD_NUMBER_RULE);

/** The version of a template that is in use: when and by whom it was saved; nulls for the built-in template. */
const InUse = z.object({
  version_id: z.number().nullable(),
  updated_at: UtcInstant.nullable(),
  updated_by: z.string().nullable(),
});
/** The version that the client has loaded, by its time. A save over a newer version is rejected; a save without a time is not. */
const Seen = z.object({ template: Template, updated_at: UtcInstant.nullish() });

/** A saved version of a template; the newest one is in use. */
const Version = z.object({ id: z.number(), created_at: UtcInstant, created_by: z.string() });
export type TemplateVersion = z.infer<typeof Version>;

/**
 * A text of a template to preview or send as a test. `record_id` is the tee time or gift certificate that the e-mail is about;
 * without one, a sample is used.
 */
const Draft = z.object({
  template: Template,
  content: Content,
  record_id: OptionalNumber(z.number().int('must be a whole number').positive('must be above 0')),
});
export type TemplateDraft = z.output<typeof Draft>;
const Preview = z.object({ subject: z.string(), html: z.string(), text: z.string() });

// prettier-ignore
export const templates = {
  list:     defineCall({ method: 'GET',  path: '/api/templates/list',     access: 'admin', answer: z.object({ files: z.record(z.enum(TEMPLATE_KINDS), z.string()) }) }),
  content:  defineCall({ method: 'POST', path: '/api/templates/content',  access: 'admin', writes: false, body: z.object({ template: Template }), answer: InUse.extend({ content: z.string() }) }),
  save:     defineCall({ method: 'POST', path: '/api/templates/save',     access: 'admin', maxBytes: 4 * MOST_CHARACTERS + DEFAULT_MAX_BODY_BYTES, body: Seen.extend({ template: z.enum(TEMPLATE_KINDS, SELECT_TEMPLATE_FIRST), content: Content }), answer: InUse.extend({ message: z.string() }) }),
  preview:  defineCall({ method: 'POST', path: '/api/templates/preview',  access: 'admin', maxBytes: 4 * MOST_CHARACTERS + DEFAULT_MAX_BODY_BYTES, ours: true, writes: false, body: Draft, answer: Preview }),
  sendMe:   defineCall({ method: 'POST', path: '/api/templates/send_me',  access: 'admin', maxBytes: 4 * MOST_CHARACTERS + DEFAULT_MAX_BODY_BYTES, ours: true, body: Draft, answer: DoneMessage }),
  // The saved versions, the newest first. The built-in template is not among them.
  versions: defineCall({ method: 'GET',  path: '/api/templates/versions', access: 'admin', ours: true, query: z.object({ template: Template }), answer: z.array(Version) }),
  version:  defineCall({ method: 'GET',  path: '/api/templates/version',  access: 'admin', ours: true, query: z.object({ template: Template, id: OptionalNumber(z.number().int().positive()) }), answer: z.object({ content: z.string() }) }),
  restore:  defineCall({ method: 'POST', path: '/api/templates/restore',  access: 'admin', ours: true, body: Seen.extend({ version_id: SentRecordId.nullable() }), answer: InUse.extend({ message: z.string() }) }),
};

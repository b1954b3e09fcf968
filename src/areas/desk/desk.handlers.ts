import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { businessNow } from '../../contract/dates.ts';
import { projectRoot } from '../../server/root.ts';
import type { Handlers } from '../../server/serve.ts';
import { OpenApi, type desk } from './desk.contract.ts';
import { defaultCourseId } from './desk.queries.ts';

export const deskHandlers: Handlers<typeof desk> = {
  settings: async ({ db, desk: { settings, outside, now }, host }) => ({
    business_time_zone: settings.businessTimeZone,
    today: businessNow(now(), settings.businessTimeZone).date,
    default_course_id: settings.defaultCourseId ?? (await defaultCourseId(db)),
    staging: isStaging(host, settings.stagingHost),
    deal_url: outside.crm.pipe_url,
  }),
  openApi: () => openApi(),
};

const LOCAL = ['localhost', '127.0.0.1', '::1', '[::1]'];
const isStaging = (host: string, stagingHost: string | undefined) =>
  LOCAL.includes(host.toLowerCase()) || host.toLowerCase() === stagingHost?.toLowerCase();

// The document is generated beside docs/api.md, and a test keeps it current: nothing is worked out while serving.
let document: Promise<OpenApi> | undefined;
const openApi = () => (document ??= readDocument());

async function readDocument() {
  const text = await readFile(join(projectRoot, 'docs', 'openapi.json'), 'utf8');
  return OpenApi.parse(JSON.parse(text));
}

import { businessNow } from '../../contract/dates.ts';
import { openApiOf, type Contract } from '../../server/openapi.ts';
import type { Handlers } from '../../server/serve.ts';
import { OpenApi, type desk } from './desk.contract.ts';
import { defaultCourseId } from './desk.queries.ts';

/** Over the calls of all areas, which the API document describes. */
export const deskHandlers = (contract: Contract): Handlers<typeof desk> => ({
  openApi: described(contract),
  settings: async ({ db, desk: { settings, outside, now }, host }) => ({
    business_time_zone: settings.businessTimeZone,
    today: businessNow(now(), settings.businessTimeZone).date,
    default_course_id: settings.defaultCourseId ?? (await defaultCourseId(db)),
    staging: isStaging(host, settings.stagingHost),
    deal_url: outside.crm.pipe_url,
  }),
});

// Made when it is first asked for, a twentieth of a second of work, and kept.
function described(contract: Contract): () => OpenApi {
  let document: OpenApi | undefined;
  return () => (document ??= OpenApi.parse(openApiOf(contract)));
}

const LOCAL = ['localhost', '127.0.0.1', '::1', '[::1]'];
const isStaging = (host: string, stagingHost: string | undefined) =>
  LOCAL.includes(host.toLowerCase()) || host.toLowerCase() === stagingHost?.toLowerCase();

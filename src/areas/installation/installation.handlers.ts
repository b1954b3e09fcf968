import { businessNow } from '../../contract/dates.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import type { installation } from './installation.contract.ts';
import { defaultCourseId } from './installation.queries.ts';

export const installationHandlers: CallHandlers<typeof installation> = {
  staging: ({ app: { settings }, host }) => ({ staging: isStaging(host, settings.stagingHost) }),
  settings: async ({ db, app: { settings, integrations, now }, host }) => ({
    business_time_zone: settings.businessTimeZone,
    today: businessNow(now(), settings.businessTimeZone).date,
    default_course_id: settings.defaultCourseId ?? (await defaultCourseId(db)),
    raw_large_charge: settings.largeCharge * 100,
    card_fields: integrations.cardFields && {
      script: integrations.cardFields.script,
      publishable_key: integrations.cardFields.publishableKey,
    },
    staging: isStaging(host, settings.stagingHost),
    deal_url: integrations.crm.pipe_url,
  }),
};

const LOCAL = ['localhost', '127.0.0.1', '::1', '[::1]'];
const isStaging = (host: string, stagingHost: string | undefined) =>
  LOCAL.includes(host.toLowerCase()) || host.toLowerCase() === stagingHost?.toLowerCase();

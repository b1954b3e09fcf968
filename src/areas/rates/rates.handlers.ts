import { businessNow } from '../../contract/dates.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import { liveRateList, rateList } from './list.queries.ts';
import { deleteRate, findRate, insertRate, updateRate } from './rates.queries.ts';
import type { rates } from './rates.contract.ts';

export const rateHandlers: CallHandlers<typeof rates> = {
  index: ({ db, query }) => rateList.page(db, query),
  count: ({ db, query }) => rateList.count(db, query),
  indexLive: ({ db, query }) => liveRateList.page(db, query),
  countLive: ({ db, query }) => liveRateList.count(db, query),
  show: ({ db, params, app }) =>
    findRate(db, params.id, businessNow(app.now(), app.settings.businessTimeZone).date),
  create: ({ db, body, staff }) => insertRate(db, body.rate, staff),
  update: ({ db, app, body, staff }) => updateRate(db, body.id, body.rate, { app, staff }),
  remove: ({ db, app, params }) => deleteRate(db, app, params.id),
};

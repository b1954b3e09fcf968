import { businessNow } from '../../contract/dates.ts';
import type { Handlers } from '../../server/http/serve.ts';
import { liveRateList, rateList } from './list.queries.ts';
import { deleteRate, findRate, insertRate, updateRate } from './rates.queries.ts';
import type { rates } from './rates.contract.ts';

export const rateHandlers: Handlers<typeof rates> = {
  index: ({ db, query }) => rateList.page(db, query),
  count: ({ db, query }) => rateList.count(db, query),
  indexLive: ({ db, query }) => liveRateList.page(db, query),
  countLive: ({ db, query }) => liveRateList.count(db, query),
  show: ({ db, params, desk }) =>
    findRate(db, params.id, businessNow(desk.now(), desk.settings.businessTimeZone).date),
  create: ({ db, body, staff }) => insertRate(db, body.rate, staff),
  update: ({ db, desk, body, staff }) => updateRate(db, body.id, body.rate, { desk, staff }),
  remove: ({ db, desk, params }) => deleteRate(db, desk, params.id),
};

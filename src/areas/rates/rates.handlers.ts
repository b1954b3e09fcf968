import { businessNow } from '../../contract/dates.ts';
import { NotFound } from '../../server/errors.ts';
import type { Handlers } from '../../server/serve.ts';
import { liveRateList, rateList } from './list.queries.ts';
import { copyRanges, deleteRange, saveRange } from './rate-date-ranges.queries.ts';
import { deleteRate, findRate, insertRate, updateRate } from './rate-records.queries.ts';
import type { rates } from './rates.contract.ts';

export const rateHandlers: Handlers<typeof rates> = {
  index: ({ db, query }) => rateList.page(db, query),
  count: ({ db, query }) => rateList.count(db, query),
  indexLive: ({ db, query }) => liveRateList.page(db, query),
  countLive: ({ db, query }) => liveRateList.count(db, query),
  show: ({ db, params, desk }) =>
    findRate(db, params.id, businessNow(desk.now(), desk.settings.businessTimeZone).date),
  create: ({ db, body, staff }) => insertRate(db, body.rate, staff),
  update: ({ db, body, staff }) => updateRate(db, body.id, body.rate, staff),
  remove: ({ db, params }) => deleteRate(db, params.id),
  createRange: ({ db, body, staff }) => saveRange(db, { ...body.rate_date_range, id: null }, staff),
  updateRange: ({ db, body, staff }) => saveRange(db, requireSaved(body.rate_date_range), staff),
  removeRange: ({ db, params }) => deleteRange(db, params.id),
  copy: ({ db, body, staff }) => copyRanges(db, body, staff),
};

function requireSaved<R extends { id?: number | null | undefined }>(range: R): R {
  if (!range.id || range.id <= 0) throw new NotFound('This date range');
  return range;
}

import { NotFound } from '../../server/errors.ts';
import type { Handlers } from '../../server/serve.ts';
import type { rateDateRanges } from './rate-date-ranges.contract.ts';
import { copyRanges, deleteRange, saveRange } from './rate-date-ranges.queries.ts';

export const rateDateRangeHandlers: Handlers<typeof rateDateRanges> = {
  create: ({ db, body, staff }) => saveRange(db, { ...body.rate_date_range, id: null }, staff),
  update: ({ db, body, staff }) => saveRange(db, requireSaved(body.rate_date_range), staff),
  remove: ({ db, params }) => deleteRange(db, params.id),
  copy: ({ db, body, staff }) => copyRanges(db, body, staff),
};

function requireSaved<R extends { id?: number | null | undefined }>(range: R): R {
  if (!range.id || range.id <= 0) throw new NotFound('This date range');
  return range;
}

import { NotFound } from '../../../server/http/errors.ts';
import { idIn, orWhatIsWrong } from '../../../server/records/forms.ts';
import type { Handlers } from '../../../server/http/serve.ts';
import type { rateDateRanges } from './rate-date-ranges.contract.ts';
import { copyRanges, deleteRange, saveRange } from './rate-date-ranges.queries.ts';

export const rateDateRangeHandlers: Handlers<typeof rateDateRanges> = {
  create: ({ db, body, staff }) => saveRange(db, { id: null, sent: body.rate_date_range }, staff),
  update: async ({ db, body: { rate_date_range: sent }, staff }) => {
    const id = idIn(sent) ?? (await orWhatIsWrong(sent)(new NotFound('This date range')));
    return saveRange(db, { id, sent }, staff);
  },
  remove: ({ db, params }) => deleteRange(db, params.id),
  copy: ({ db, body, staff }) => copyRanges(db, body, staff),
};

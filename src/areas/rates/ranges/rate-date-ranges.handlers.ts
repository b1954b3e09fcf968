import type { Context } from '../../../server/process/context.ts';
import { NotFound, AlreadySaved } from '../../../server/http/errors.ts';
import { idIn, orWhatIsWrong } from '../../../server/records/forms.ts';
import type { Handlers } from '../../../server/http/serve.ts';
import type { Action } from '../../audit/actions.rules.ts';
import { auditedSave } from '../../audit/audited.steps.ts';
import type { rateDateRanges } from './rate-date-ranges.contract.ts';
import {
  copyRanges,
  deleteRange,
  findRange,
  previewCopy,
  rateOfRange,
  saveRange,
} from './rate-date-ranges.queries.ts';

type Who = Pick<Context, 'db' | 'staff'>;
/**
 * Audits the change of a date range, with the range before and after. It is loaded with its rate, because no call shows it
 * alone.
 */
const saving = <A extends object>(
  { db, staff }: Who,
  action: Action,
  id: number | null,
  work: () => Promise<A>,
) =>
  auditedSave({
    db,
    staff,
    action,
    subject: 'rate_date_range',
    id,
    work,
    shown: (range) => findRange(db, range),
  });

export const rateDateRangeHandlers: Handlers<typeof rateDateRanges> = {
  create: ({ db, app, body, staff }) =>
    saving({ db, staff }, 'created', null, () =>
      saveRange(db, { id: null, sent: body.rate_date_range }, { app, staff }),
    ),
  update: async ({ db, app, body: { rate_date_range: sent }, staff }) => {
    const id = idIn(sent) ?? (await orWhatIsWrong(sent)(new NotFound('This date range')));
    return saving({ db, staff }, 'edited', id, () => saveRange(db, { id, sent }, { app, staff })).catch(
      async (error: unknown) => {
        if (error instanceof AlreadySaved) return { id, rate_id: await rateOfRange(db, id) };
        throw error;
      },
    );
  },
  remove: ({ db, app, params: { id }, staff }) =>
    saving({ db, staff }, 'deleted', id, () => deleteRange(db, app, id)),
  copy: ({ db, app, body, staff }) => copyRanges(db, body, { app, staff }),
  copyPreview: ({ db, body }) => previewCopy(db, body),
};

import type { CallContext } from '../../../server/process/context.ts';
import { NotFound, AlreadySaved } from '../../../server/http/errors.ts';
import { formRecordId, preferFormErrors } from '../../../server/records/forms.ts';
import type { CallHandlers } from '../../../server/http/serve.ts';
import type { AuditAction } from '../../audit/actions.rules.ts';
import { auditedSave } from '../../audit/audited.steps.ts';
import type { rateDateRanges } from './rate-date-ranges.contract.ts';
import {
  copyDateRanges,
  deleteDateRange,
  findDateRange,
  previewRangeCopy,
  rateIdOfRange,
  saveDateRange,
} from './rate-date-ranges.queries.ts';

type Who = Pick<CallContext, 'db' | 'staff'>;
/**
 * Audits the change of a date range, with the range before and after. It is loaded with its rate, because no call shows it
 * alone.
 */
const saving = <A extends object>(
  { db, staff }: Who,
  action: AuditAction,
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
    shown: (range) => findDateRange(db, range),
  });

export const rateDateRangeHandlers: CallHandlers<typeof rateDateRanges> = {
  create: ({ db, app, body, staff }) =>
    saving({ db, staff }, 'created', null, () =>
      saveDateRange(db, { id: null, sent: body.rate_date_range }, { app, staff }),
    ),
  update: async ({ db, app, body: { rate_date_range: sent }, staff }) => {
    const id = formRecordId(sent) ?? (await preferFormErrors(sent)(new NotFound('This date range')));
    return saving({ db, staff }, 'edited', id, () => saveDateRange(db, { id, sent }, { app, staff })).catch(
      async (error: unknown) => {
        if (error instanceof AlreadySaved) return { id, rate_id: await rateIdOfRange(db, id) };
        throw error;
      },
    );
  },
  remove: ({ db, app, params: { id }, staff }) =>
    saving({ db, staff }, 'deleted', id, () => deleteDateRange(db, app, id)),
  copy: ({ db, app, body, staff }) => copyDateRanges(db, body, { app, staff }),
  copyPreview: ({ db, body }) => previewRangeCopy(db, body),
};

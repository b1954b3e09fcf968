import type { CallHandlers } from '../../../server/http/serve.ts';
import { SavedRecordId } from '../../../contract/wire.ts';
import { createOnce } from '../../operations/created-once.steps.ts';
import { similarCustomers, mergePreview } from './alike.queries.ts';
import { mergeCustomers } from './merge.queries.ts';
import { customerMerges } from './merging.contract.ts';

export const customerMergeHandlers: CallHandlers<typeof customerMerges> = {
  alike: ({ db, params }) => similarCustomers(db, params.id),
  preview: ({ db, params }) => mergePreview(db, params.id, params.other_id),
  merge: async ({ body, ...making }) =>
    SavedRecordId.parse(
      await createOnce(customerMerges.merge, making, () => mergeCustomers(making.db, making.staff, body)),
    ),
};

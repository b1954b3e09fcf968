import type { Handlers } from '../../../server/http/serve.ts';
import { SavedId } from '../../../contract/wire.ts';
import { makeOnce } from '../../operations/created-once.steps.ts';
import { similarCustomers, mergePreview } from './alike.queries.ts';
import { mergeCustomers } from './merge.queries.ts';
import { customerMerges } from './merging.contract.ts';

export const customerMergeHandlers: Handlers<typeof customerMerges> = {
  alike: ({ db, params }) => similarCustomers(db, params.id),
  preview: ({ db, params }) => mergePreview(db, params.id, params.other_id),
  merge: async ({ body, ...making }) =>
    SavedId.parse(
      await makeOnce(customerMerges.merge, making, () => mergeCustomers(making.db, making.staff, body)),
    ),
};

import type { Handlers } from '../../../server/http/serve.ts';
import { similarCustomers, mergePreview } from './alike.queries.ts';
import { mergeCustomers } from './merge.queries.ts';
import type { customerMerges } from './merging.contract.ts';

export const customerMergeHandlers: Handlers<typeof customerMerges> = {
  alike: ({ db, params }) => similarCustomers(db, params.id),
  preview: ({ db, params }) => mergePreview(db, params.id, params.other_id),
  merge: ({ db, staff, body }) => mergeCustomers(db, staff, body),
};

import type { Handlers } from '../../../server/http/serve.ts';
import { similarCustomers, previewOf } from './alike.queries.ts';
import { mergeCustomers } from './merge.queries.ts';
import type { customerMerges } from './merging.contract.ts';

export const customerMergeHandlers: Handlers<typeof customerMerges> = {
  alike: ({ db, params }) => similarCustomers(db, params.id),
  preview: ({ db, params }) => previewOf(db, params.id, params.other_id),
  merge: ({ db, staff, body }) => mergeCustomers(db, staff, body),
};

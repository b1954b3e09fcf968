import type { CallHandlers } from '../../../server/http/serve.ts';
import { remainingCustomerId } from '../merging/who-stays.queries.ts';
import type { customerErasing } from './erasing.contract.ts';
import { eraseCustomer, erasurePreview, findCustomerVariants } from './erasing.steps.ts';

export const customerErasingHandlers: CallHandlers<typeof customerErasing> = {
  preview: async ({ db, app, params }) => erasurePreview(db, app, await remainingCustomerId(db, params.id)),
  variants: async ({ db, app, params }) =>
    findCustomerVariants(app, await remainingCustomerId(db, params.id)),
  forget: ({ app, staff, idempotencyKey, body }) => eraseCustomer(app, { staff, idempotencyKey }, body),
};

import type { Handlers } from '../../../server/http/serve.ts';
import { remainingCustomer } from '../merging/who-stays.queries.ts';
import type { customerErasing } from './erasing.contract.ts';
import { eraseCustomer, erasurePreview, variantsFor } from './erasing.steps.ts';

export const customerErasingHandlers: Handlers<typeof customerErasing> = {
  preview: async ({ db, app, params }) => erasurePreview(db, app, await remainingCustomer(db, params.id)),
  variants: async ({ db, app, params }) => variantsFor(app, await remainingCustomer(db, params.id)),
  forget: ({ app, staff, idempotencyKey, body }) => eraseCustomer(app, { staff, idempotencyKey }, body),
};

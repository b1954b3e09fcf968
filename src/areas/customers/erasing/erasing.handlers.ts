import type { Handlers } from '../../../server/http/serve.ts';
import { whoStays } from '../merging/who-stays.queries.ts';
import type { customerErasing } from './erasing.contract.ts';
import { eraseCustomer, previewOf, variantsFor } from './erasing.steps.ts';

export const customerErasingHandlers: Handlers<typeof customerErasing> = {
  preview: async ({ db, desk, params }) => previewOf(db, desk, await whoStays(db, params.id)),
  variants: async ({ db, desk, params }) => variantsFor(desk, await whoStays(db, params.id)),
  forget: ({ desk, staff, body }) => eraseCustomer(desk, staff, body),
};

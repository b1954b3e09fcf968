import type { Handlers } from '../../../server/http/serve.ts';
import { whoStays } from '../merging/who-stays.queries.ts';
import type { customerForgetting } from './erasing.contract.ts';
import { forgetCustomer, previewOf, variantsFor } from './erasing.steps.ts';

export const customerForgettingHandlers: Handlers<typeof customerForgetting> = {
  preview: async ({ db, desk, params }) => previewOf(db, desk, await whoStays(db, params.id)),
  variants: async ({ db, desk, params }) => variantsFor(desk, await whoStays(db, params.id)),
  forget: ({ desk, staff, body }) => forgetCustomer(desk, staff, body),
};

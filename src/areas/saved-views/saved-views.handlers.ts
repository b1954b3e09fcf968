import type { savedViews } from '../../contract/saved-views/saved-views.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import {
  changeSavedView,
  setDefaultView,
  createSavedView,
  clearDefaultView,
  removeSavedView,
} from './save.steps.ts';
import { findSavedView, findSavedViews, type ListsWithViews } from './saved-views.queries.ts';

/** Returns the handlers for the saved views of these lists. */
export const savedViewHandlers = (lists: ListsWithViews): CallHandlers<typeof savedViews> => ({
  index: ({ db, staff }) => findSavedViews(db, staff, lists),
  show: ({ db, staff, params }) => findSavedView(db, staff, lists, params.id),
  create: ({ body, ...context }) => createSavedView(context, lists, body.list, body.saved_view),
  update: ({ body, ...context }) => changeSavedView(context, lists, body.id, body.saved_view),
  remove: ({ params, ...context }) => removeSavedView(context, lists, params.id),
  makeDefault: ({ params, ...context }) => setDefaultView(context, lists, params.id),
  noDefault: ({ params, ...context }) => clearDefaultView(context, lists, params.id),
});

import type { savedViews } from '../../contract/saved-views/saved-views.ts';
import type { Handlers } from '../../server/http/serve.ts';
import { changeView, chooseDefault, createView, dropDefault, removeView } from './save.steps.ts';
import { findView, findViews, type ListsWithViews } from './saved-views.queries.ts';

/** Returns the handlers for the saved views of these lists. */
export const savedViewHandlers = (lists: ListsWithViews): Handlers<typeof savedViews> => ({
  index: ({ db, staff }) => findViews(db, staff, lists),
  show: ({ db, staff, params }) => findView(db, staff, lists, params.id),
  create: ({ body, ...context }) => createView(context, lists, body.list, body.saved_view),
  update: ({ body, ...context }) => changeView(context, lists, body.id, body.saved_view),
  remove: ({ params, ...context }) => removeView(context, lists, params.id),
  makeDefault: ({ params, ...context }) => chooseDefault(context, lists, params.id),
  noDefault: ({ params, ...context }) => dropDefault(context, lists, params.id),
});

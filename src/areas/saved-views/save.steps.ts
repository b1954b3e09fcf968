import { z } from 'zod';
import type { SentForm } from '../../contract/forms/form.ts';
import type { SavedViewForm } from '../../contract/saved-views/saved-views.ts';
import { Forbidden, Invalid, rejectField } from '../../server/http/errors.ts';
import { checkColumns, type ExportableList } from '../../server/lists/exports.ts';
import type { Context } from '../../server/process/context.ts';
import { accepted, acceptedChange, orWhatIsWrong, type Check } from '../../server/records/forms.ts';
import { isFree } from '../../server/records/unique.ts';
import { isNameOfAll } from './saved-views.rules.ts';
import {
  deleteView,
  findView,
  insertView,
  listsFor,
  makeDefault,
  takeDefault,
  updateView,
  type ListsWithViews,
} from './saved-views.queries.ts';

type Sent = SentForm<SavedViewForm>;

/** Saves the filters, sorting and columns of a list as a named view. */
export async function createView(context: Context, lists: ListsWithViews, list: string, sent: Sent) {
  const listed = listsFor(lists, context.staff).find(({ index }) => index.path === list);
  const form = await accepted(sent, (soFar) => [
    () => listed || rejectField('list', 'is no list that you may see'),
    ...checksOf(context, listed, { ...soFar, id: 0, owner_id: context.staff.id }),
  ]);
  return insertView(context.db, context.staff, list, form);
}

/** Changes the name, the content or the audience of a saved view. */
export async function changeView(context: Context, lists: ListsWithViews, id: number, sent: Sent) {
  const { db, staff } = context;
  const { list, owner_id } = await mayChange(context, lists, id).catch(orWhatIsWrong(sent));
  const listed = lists.find(({ index }) => index.path === list);
  const stored = async () => {
    const { filters, ...view } = await findView(db, staff, lists, id);
    // A change replaces all filters, so that a missing filter is removed. A missing field of a record, in contrast, stays
    // unchanged.
    return 'filters' in sent.raw ? view : { ...view, filters };
  };
  const record = { table: 'saved_views', id, stored } as const;
  const form = await acceptedChange(db, record, sent, (soFar) =>
    checksOf(context, listed, { ...soFar, id, owner_id }),
  );
  return updateView(db, staff, id, form);
}

export async function removeView(context: Context, lists: ListsWithViews, id: number) {
  await mayChange(context, lists, id);
  return deleteView(context.db, id);
}

/** Makes a saved view the user's default: it opens if the address of the list has no filters. */
export const chooseDefault = async ({ db, staff }: Context, lists: ListsWithViews, id: number) =>
  makeDefault(db, staff, await findView(db, staff, lists, id));

export async function dropDefault({ db, staff }: Context, lists: ListsWithViews, id: number) {
  await findView(db, staff, lists, id);
  return takeDefault(db, staff, id);
}

/** Returns a saved view that the user may change: their own, or as an admin any. Throws Forbidden for a shared one. */
async function mayChange({ db, staff }: Context, lists: ListsWithViews, id: number) {
  const view = await findView(db, staff, lists, id);
  if (staff.level !== 'admin' && view.is_shared)
    throw new Forbidden('This view is shared with everybody: only an admin may change it.');
  return view;
}

const NAME_OF_ALL = 'is the name of the whole list: choose another';

type SoFar = Partial<SavedViewForm> & { id: number; owner_id: number };

function checksOf(context: Context, listed: ExportableList | undefined, view: SoFar): Check[] {
  const { db, staff } = context;
  const { id, name, owner_id, columns, is_shared } = view;
  // The path of the list is safe inside SQL, because it is the path of a known list.
  const among = listed && `owner_id = ${owner_id} and list = '${listed.index.path}'`;
  return [
    among !== undefined &&
      isFree(db, { table: 'saved_views', column: 'name', text: name, except: id, among, same: 'name' }),
    name !== undefined && (() => !isNameOfAll(name) || rejectField('name', NAME_OF_ALL)),
    is_shared === true && (() => staff.level === 'admin' || rejectField('is_shared', 'is for admins')),
    listed && columns && (() => checkColumns(listed.index, columns)),
    listed && (() => askList(context, listed, view)),
  ];
}

/**
 * Asks the list for one row with the view's filters and sorting, so that an impossible view gets the error messages of the
 * list.
 */
async function askList(context: Context, { index, answer }: ExportableList, view: SoFar): Promise<void> {
  const { filters = {}, sort_fields = [], sort_desc = [] } = view;
  const search = z
    .looseObject({})
    .safeParse(index.query?.safeParse({ filters, sort_fields, sort_desc, page: 1, per_page: 1 }).data);
  if (!search.success) return rejectField('list', 'is no list of a screen');
  try {
    await answer({ ...context, query: search.data });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(ofTheView(error.errors));
  }
}

/** Moves the list's errors about single filters to the field `filters` of the saved view. */
function ofTheView(errors: Record<string, string[]>): Record<string, string[]> {
  const { sort_fields, sort_desc, filters = [], ...others } = errors;
  const ofOthers = Object.entries(others).flatMap(([name, why]) => why.map((one) => `${name} ${one}`));
  const all = [...filters, ...ofOthers];
  return {
    ...(all.length > 0 && { filters: all }),
    ...(sort_fields && { sort_fields }),
    ...(sort_desc && { sort_desc }),
  };
}

import { z } from 'zod';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { SavedViewForm } from '../../contract/saved-views/saved-views.ts';
import { Forbidden, InvalidFields, rejectField } from '../../server/http/errors.ts';
import { checkListColumns, type ExportableList } from '../../server/lists/exports.ts';
import type { CallContext } from '../../server/process/context.ts';
import {
  validateForm,
  validateChange,
  preferFormErrors,
  type FormCheck,
} from '../../server/records/forms.ts';
import { uniqueTextCheck } from '../../server/records/unique.ts';
import { isWholeListName } from './saved-views.rules.ts';
import {
  deleteSavedView,
  findSavedView,
  insertSavedView,
  listsOfUser,
  insertDefaultView,
  deleteDefaultView,
  updateSavedView,
  type ListsWithViews,
} from './saved-views.queries.ts';

type Sent = UncheckedForm<SavedViewForm>;

/** Saves the filters, sorting and columns of a list as a named view. */
export async function createSavedView(context: CallContext, lists: ListsWithViews, list: string, sent: Sent) {
  const listed = listsOfUser(lists, context.staff).find(({ index }) => index.path === list);
  const form = await validateForm(sent, (soFar) => [
    () => listed || rejectField('list', 'is no list that you may see'),
    ...checksOf(context, listed, { ...soFar, id: 0, owner_id: context.staff.id }),
  ]);
  return insertSavedView(context.db, context.staff, list, form);
}

/** Changes the name, the content or the audience of a saved view. */
export async function changeSavedView(context: CallContext, lists: ListsWithViews, id: number, sent: Sent) {
  const { db, staff } = context;
  const { list, owner_id } = await mayChange(context, lists, id).catch(preferFormErrors(sent));
  const listed = lists.find(({ index }) => index.path === list);
  const stored = async () => {
    const { filters, ...view } = await findSavedView(db, staff, lists, id);
    // A change replaces all filters, so that a missing filter is removed. A missing field of a record, in contrast, stays
    // unchanged.
    return 'filters' in sent.raw ? view : { ...view, filters };
  };
  const record = { table: 'saved_views', id, stored } as const;
  const form = await validateChange(db, record, sent, (soFar) =>
    checksOf(context, listed, { ...soFar, id, owner_id }),
  );
  return updateSavedView(db, staff, id, form);
}

export async function removeSavedView(context: CallContext, lists: ListsWithViews, id: number) {
  await mayChange(context, lists, id);
  return deleteSavedView(context.db, id);
}

/** Makes a saved view the user's default: it opens if the address of the list has no filters. */
export const setDefaultView = async ({ db, staff }: CallContext, lists: ListsWithViews, id: number) =>
  insertDefaultView(db, staff, await findSavedView(db, staff, lists, id));

export async function clearDefaultView({ db, staff }: CallContext, lists: ListsWithViews, id: number) {
  await findSavedView(db, staff, lists, id);
  return deleteDefaultView(db, staff, id);
}

/** Returns a saved view that the user may change: their own, or as an admin any. Throws Forbidden for a shared one. */
async function mayChange({ db, staff }: CallContext, lists: ListsWithViews, id: number) {
  const view = await findSavedView(db, staff, lists, id);
  if (staff.level !== 'admin' && view.is_shared)
    throw new Forbidden('This view is shared with everybody: only an admin may change it.');
  return view;
}

const NAME_OF_ALL = 'is the name of the whole list: choose another';

type SoFar = Partial<SavedViewForm> & { id: number; owner_id: number };

function checksOf(context: CallContext, listed: ExportableList | undefined, view: SoFar): FormCheck[] {
  const { db, staff } = context;
  const { id, name, owner_id, columns, is_shared } = view;
  // The path of the list is safe inside SQL, because it is the path of a known list.
  const among = listed && `owner_id = ${owner_id} and list = '${listed.index.path}'`;
  return [
    among !== undefined &&
      uniqueTextCheck(db, {
        table: 'saved_views',
        column: 'name',
        text: name,
        except: id,
        among,
        same: 'name',
      }),
    name !== undefined && (() => !isWholeListName(name) || rejectField('name', NAME_OF_ALL)),
    is_shared === true && (() => staff.level === 'admin' || rejectField('is_shared', 'is for admins')),
    listed && columns && (() => checkListColumns(listed.index, columns)),
    listed && (() => askList(context, listed, view)),
  ];
}

/**
 * Asks the list for one row with the view's filters and sorting, so that an impossible view gets the error messages of the
 * list.
 */
async function askList(context: CallContext, { index, answer }: ExportableList, view: SoFar): Promise<void> {
  const { filters = {}, sort_fields = [], sort_desc = [] } = view;
  const search = z
    .looseObject({})
    .safeParse(index.query?.safeParse({ filters, sort_fields, sort_desc, page: 1, per_page: 1 }).data);
  if (!search.success) return rejectField('list', 'is no list of a screen');
  try {
    await answer({ ...context, query: search.data });
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    throw new InvalidFields(ofTheView(error.errors));
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

import { sql, type RawBuilder } from 'kysely';
import {
  MAX_SAVED_VIEWS,
  SavedView,
  type SavedViewForm,
  type SavedViewRow,
} from '../../contract/saved-views/saved-views.ts';
import type { HttpCall } from '../../contract/call.ts';
import { onlyRow } from '../../server/database/only-row.ts';
import { NotFound, RejectedByRule } from '../../server/http/errors.ts';
import { listColumnNames, type ExportableList } from '../../server/lists/exports.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { recordColumnValues } from '../../server/records/record-columns.ts';
import { deleteRecord, insertRecord, updateRecord } from '../../server/records/records.ts';
import { withoutMissingFields } from './saved-views.rules.ts';

const WHAT = 'This saved view';
type Asking = Pick<Staff, 'id' | 'level'>;

export type ListsWithViews = readonly ExportableList[];
/** A saved view with the id of its owner, which the answer does not contain. */
type View = SavedViewRow & { owner_id: number };

/** Returns the lists that a staff user may open, by their access level. */
export const listsOfUser = (lists: ListsWithViews, { level }: Pick<Staff, 'level'>): ListsWithViews =>
  lists.filter(({ index }) => index.access !== 'admin' || level === 'admin');

type Of = { staff: Asking; lists: ListsWithViews; condition: RawBuilder<unknown> };

async function views(db: Db, { staff, lists, condition }: Of): Promise<View[]> {
  const { rows } = await sql<Omit<View, 'gone'>>`
    select v.id, v.owner_id, v.updated_at, v.list, v.name, v.filters, v.sort_fields, v.sort_desc, v.columns, v.per_page,
      v.is_shared, o.name as owner, v.owner_id = ${staff.id} as is_own, d.saved_view_id is not null as is_default
    from saved_views v join staff_users o on o.id = v.owner_id
    left join saved_view_defaults d on d.saved_view_id = v.id and d.staff_user_id = ${staff.id}
    where ${condition}
    order by v.owner_id <> ${staff.id}, fold(v.name) collate "C", v.id`.execute(db);
  const open = new Map<string, HttpCall>(listsOfUser(lists, staff).map(({ index }) => [index.path, index]));
  return rows.flatMap((view) => {
    const index = open.get(view.list);
    if (!index?.list) return [];
    return [withoutMissingFields(view, { ...index.list, columns: listColumnNames(index) })];
  });
}

/** Returns the saved views that a user may open, of lists that they may see: their own by name, then shared ones. */
export const findSavedViews = (db: Db, staff: Asking, lists: ListsWithViews): Promise<SavedViewRow[]> =>
  views(db, { staff, lists, condition: sql`v.owner_id = ${staff.id} or v.is_shared` });

/** Returns a saved view that the user may see: their own, a shared one, or as an admin any. Throws NotFound otherwise. */
export async function findSavedView(db: Db, staff: Asking, lists: ListsWithViews, id: number): Promise<View> {
  const seesAll = sql.lit(staff.level === 'admin');
  const condition = sql`v.id = ${id} and (v.owner_id = ${staff.id} or v.is_shared or ${seesAll})`;
  const [view] = await views(db, { staff, lists, condition });
  if (!view) throw new NotFound(WHAT);
  return view;
}

const allColumnsOf = (form: SavedViewForm) => ({
  ...recordColumnValues(SavedView, form),
  filters: JSON.stringify(form.filters),
});

/**
 * Creates a saved view. Throws RejectedByRule if its owner has the maximum number for this list; the lock makes concurrent calls count
 * correctly.
 */
export async function insertSavedView(db: Db, staff: Staff, list: string, form: SavedViewForm) {
  const owner = `views ${staff.id} ${list}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`.execute(db);
  const counted = await sql<{ n: number }>`
    select count(*) as n from saved_views where owner_id = ${staff.id} and list = ${list}`.execute(db);
  if (onlyRow(counted).n >= MAX_SAVED_VIEWS)
    throw new RejectedByRule(
      `You have ${MAX_SAVED_VIEWS} views of this list, and there can be no more. Please delete one first.`,
    );
  return insertRecord(db, 'saved_views', {
    owner_id: staff.id,
    list,
    ...allColumnsOf(form),
    ...lastChangeColumns(staff),
  });
}

/** Changes a saved view. If it is not shared, it stops being the default of all users but its owner. */
export async function updateSavedView(db: Db, staff: Staff, id: number, form: SavedViewForm) {
  const saved = await updateRecord(db, 'saved_views', id, {
    ...allColumnsOf(form),
    ...lastChangeColumns(staff),
  });
  if (!form.is_shared)
    await sql`delete from saved_view_defaults d using saved_views v
      where v.id = d.saved_view_id and v.id = ${id} and d.staff_user_id <> v.owner_id`.execute(db);
  return saved;
}

export const deleteSavedView = (db: Db, id: number) => deleteRecord(db, 'saved_views', id, WHAT);

/** Makes a saved view the only default of its list for this user. */
export async function insertDefaultView(
  db: Db,
  staff: Asking,
  { id, list }: Pick<SavedViewRow, 'id' | 'list'>,
) {
  await sql`insert into saved_view_defaults (staff_user_id, list, saved_view_id) values (${staff.id}, ${list}, ${id})
    on conflict (staff_user_id, list) do update set saved_view_id = excluded.saved_view_id`.execute(db);
  return {};
}

export async function deleteDefaultView(db: Db, staff: Asking, id: number) {
  await sql`delete from saved_view_defaults where staff_user_id = ${staff.id} and saved_view_id = ${id}`.execute(
    db,
  );
  return {};
}

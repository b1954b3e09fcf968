import { sql } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { validateForm, validateChange } from '../../server/records/forms.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { textSort, conditionFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { recordColumnValues } from '../../server/records/record-columns.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { HelpfulLink, type HelpfulLinkForm, type helpfulLinks } from './helpful-links.contract.ts';

export const helpfulLinkList = defineList<typeof helpfulLinks.index>({
  table: 'helpful_links',
  as: 'l',
  columns: {
    id: listColumn.shown('l.id'),
    url: listColumn.text('l.url'),
    description: listColumn.text('l.description'),
    // A type matches in upper or lower case.
    type: {
      select: 'l.type',
      filter: conditionFilter((typed) => sql<boolean>`lower(l.type) = lower(${typed})`),
      sort: textSort('l.type'),
    },
    order: listColumn.whole('l."order"'),
    updated_at: listColumn.shown('l.updated_at'),
  },
  defaultSort: [['order', false]],
  perPage: 'all',
});

export const findLink = (db: Db, id: number) => helpfulLinkList.find<HelpfulLink>(db, id, 'This link', {});

export async function insertLink(db: Db, sent: UncheckedForm<HelpfulLinkForm>, staff: Staff) {
  await lockOrder(db);
  const form = await validateForm(sent);
  const link = { ...recordColumnValues(HelpfulLink, form), order: 0 };
  const saved = await insertRecord(db, 'helpful_links', { ...link, ...lastChangeColumns(staff) });
  await place(db, staff, { type: form.type, id: saved.id, wanted: form.order });
  return saved;
}

export async function updateLink(db: Db, id: number, sent: UncheckedForm<HelpfulLinkForm>, staff: Staff) {
  await lockOrder(db);
  const record = { table: 'helpful_links', id, stored: () => findLink(db, id), by: staff } as const;
  await saveLink(db, id, await validateChange(db, record, sent), staff);
  return { id };
}

async function saveLink(db: Db, id: number, form: HelpfulLinkForm, staff: Staff): Promise<void> {
  const before = await findLink(db, id);
  const { order, ...link } = recordColumnValues(HelpfulLink, form);
  await updateRecord(db, 'helpful_links', id, { ...link, ...lastChangeColumns(staff) });
  // If the type has changed, the old position means nothing: the link goes to the end, unless the form has a new position.
  const moved = before.type !== form.type;
  const wanted = moved && order === before.order ? 0 : order;
  await place(db, staff, { type: form.type, id, wanted });
  if (moved) await place(db, staff, { type: before.type });
}

export async function setLinkType(db: Db, id: number, type: HelpfulLink['type'], staff: Staff) {
  await lockOrder(db);
  const { url, description, order } = await findLink(db, id);
  await saveLink(db, id, { url, description, type, order }, staff);
  return {};
}

/** Swaps a helpful link with the previous (-1) or next (1) one of its type; does nothing at either end. */
export async function moveLink(db: Db, id: number, by: -1 | 1, staff: Staff) {
  await lockOrder(db);
  const { type, order } = await findLink(db, id);
  const wanted = order + by;
  if (wanted > 0) await place(db, staff, { type, id, wanted });
  return {};
}

export async function deleteLink(db: Db, id: number, staff: Staff) {
  await lockOrder(db);
  const { type } = await findLink(db, id);
  await db.deleteFrom('helpful_links').where('id', '=', id).execute();
  await place(db, staff, { type });
  return {};
}

// Waits for a concurrent change of the order, so that positions stay 1 to n without gaps.
const lockOrder = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('helpful_links', 0))`.execute(db);

type Place = { type: HelpfulLink['type']; id?: number; wanted?: number };

/**
 * Renumbers the links of a type from 1 to n, with link `id` at position `wanted` (0 or too large means the end). A link whose
 * position changes gets a new `updated_at`, so that an open form of it cannot restore the old position unnoticed.
 */
async function place(db: Db, staff: Staff, { type, id, wanted = 0 }: Place): Promise<void> {
  const links = await db
    .selectFrom('helpful_links')
    .select('id')
    .where('type', '=', type)
    .orderBy('order')
    .orderBy('id')
    .execute();
  const ids = links.map((link) => link.id).filter((each) => each !== id);
  if (id !== undefined) ids.splice(wanted > 0 ? wanted - 1 : ids.length, 0, id);
  await sql`update helpful_links l set "order" = n.place, updated_at = clock_timestamp(), updated_by = ${staff.name}
    from unnest(${ids}::bigint[]) with ordinality as n(id, place) where l.id = n.id and l."order" <> n.place`.execute(
    db,
  );
}

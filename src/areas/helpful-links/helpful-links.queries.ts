import { sql } from 'kysely';
import type { Db, Staff } from '../../server/context.ts';
import { NotFound } from '../../server/errors.ts';
import { contains, exactly, list, text, value, where } from '../../server/lists.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import type { HelpfulLink, HelpfulLinkForm } from './helpful-links.contract.ts';

export const helpfulLinkList = list<HelpfulLink>({
  table: 'helpful_links',
  as: 'l',
  select: {
    id: 'l.id',
    url: 'l.url',
    description: 'l.description',
    type: 'l.type',
    order: 'l."order"',
    updated_at: 'l.updated_at',
  },
  filters: {
    url: contains('l.url'),
    description: contains('l.description'),
    // The three types are read without regard to case.
    type: where((typed) => sql<boolean>`lower(l.type) = lower(${typed})`),
    order: exactly('l."order"'),
  },
  sorts: {
    url: text('l.url'),
    description: text('l.description'),
    type: text('l.type'),
    order: value('l."order"'),
  },
  defaultSort: [['order', false]],
  perPage: 'all',
});

export async function findLink(db: Db, id: number): Promise<HelpfulLink> {
  const link = await db
    .selectFrom('helpful_links')
    .select(['id', 'url', 'description', 'type', 'order', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!link) throw new NotFound('This link');
  return link;
}

export async function insertLink(db: Db, form: HelpfulLinkForm, staff: Staff) {
  await lockOrder(db);
  const { updated_at: _, order, ...link } = form;
  const saved = await db
    .insertInto('helpful_links')
    .values({ ...link, order: 0, ...changedBy(staff) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await place(db, form.type, saved.id, order);
  return saved;
}

export async function updateLink(db: Db, id: number, form: HelpfulLinkForm, staff: Staff) {
  await lockOrder(db);
  await lockSeen(db, 'helpful_links', id, form.updated_at);
  const before = await findLink(db, id);
  const { updated_at: _, order, ...link } = form;
  await db
    .updateTable('helpful_links')
    .set({ ...link, ...changedBy(staff) })
    .where('id', '=', id)
    .execute();
  // In another type the old place means nothing, unless another one was asked for.
  const moved = before.type !== form.type;
  await place(db, form.type, id, moved && order === before.order ? 0 : order);
  if (moved) await renumber(db, before.type);
  return { id };
}

export async function setLinkType(db: Db, id: number, type: HelpfulLink['type'], staff: Staff) {
  const { url, description, order } = await findLink(db, id);
  await updateLink(db, id, { url, description, type, order, updated_at: null }, staff);
  return {};
}

/** Swaps a link with the one before (-1) or after it; the first and the last stay. */
export async function moveLink(db: Db, id: number, by: -1 | 1) {
  await lockOrder(db);
  const { type, order } = await findLink(db, id);
  const wanted = order + by;
  if (wanted > 0) await place(db, type, id, wanted);
  return {};
}

export async function deleteLink(db: Db, id: number) {
  await lockOrder(db);
  const { type } = await findLink(db, id);
  await db.deleteFrom('helpful_links').where('id', '=', id).execute();
  await renumber(db, type);
  return {};
}

// Whoever changes an order waits here for whoever is changing one: places stay 1..n.
const lockOrder = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('helpful_links', 0))`.execute(db);

const renumber = (db: Db, type: HelpfulLink['type']) => place(db, type, null, 0);

/** Puts a link at its wanted place of its type (0 or too far: the end) and numbers all of them 1..n. */
async function place(db: Db, type: HelpfulLink['type'], id: number | null, wanted: number): Promise<void> {
  const links = await db
    .selectFrom('helpful_links')
    .select(['id', 'order'])
    .where('type', '=', type)
    .orderBy('order')
    .orderBy('id')
    .execute();
  const ids = links.map((link) => link.id).filter((each) => each !== id);
  if (id !== null) ids.splice(wanted > 0 ? wanted - 1 : ids.length, 0, id);
  for (const [at, each] of ids.entries()) {
    if (links.find((link) => link.id === each)?.order === at + 1) continue;
    await db
      .updateTable('helpful_links')
      .set({ order: at + 1 })
      .where('id', '=', each)
      .execute();
  }
}

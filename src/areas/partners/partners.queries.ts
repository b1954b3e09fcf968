import { sql } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { valueSort } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { validateForm, validateChange } from '../../server/records/forms.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { recordColumnValues } from '../../server/records/record-columns.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { deleteUnlessReferenced } from '../../server/records/references.ts';
import { uniqueTextCheck } from '../../server/records/unique.ts';
import { Partner, type PartnerForm, type partners, type PartnerShown } from './partners.contract.ts';

const KEYS = `(select count(*) from api_keys k where k.api_user_id = u.id and k.withdrawn_at is null)::int`;
const LAST_USED = `(select max(k.last_used_at) from api_keys k where k.api_user_id = u.id)`;

export const partnerList = defineList<typeof partners.index>({
  table: 'api_users',
  as: 'u',
  columns: {
    id: listColumn.shown('u.id'),
    api_user_name: listColumn.text('u.api_user_name'),
    is_public_site: listColumn.flag('u.is_public_site'),
    keys: { select: KEYS, sort: valueSort(KEYS) },
    last_used_at: { select: LAST_USED, sort: valueSort(LAST_USED, { nullable: true }) },
    updated_at: listColumn.shown('u.updated_at'),
  },
  defaultSort: [['api_user_name', false]],
});

export const findPartner = (db: Db, id: number) =>
  partnerList.find<PartnerShown>(db, id, 'This partner', {
    groups: `coalesce((select json_agg(json_build_object('id', g.id, 'group_name', g.group_name) order by fold(g.group_name) collate "C", g.id)
      from course_group_users x join course_groups g on g.id = x.course_group_id where x.api_user_id = u.id), '[]')`,
  });

const checksOf =
  (db: Db, except: number) =>
  ({ api_user_name: text }: Partial<PartnerForm>) => [
    uniqueTextCheck(db, { table: 'api_users', column: 'api_user_name', text, except, same: 'name' }),
  ];

export async function insertPartner(db: Db, sent: UncheckedForm<PartnerForm>, staff: Staff) {
  const form = await validateForm(sent, checksOf(db, 0));
  return insertRecord(db, 'api_users', { ...recordColumnValues(Partner, form), ...lastChangeColumns(staff) });
}

export async function updatePartner(db: Db, id: number, sent: UncheckedForm<PartnerForm>, staff: Staff) {
  const record = { table: 'api_users', id, stored: () => findPartner(db, id), by: staff } as const;
  const form = await validateChange(db, record, sent, checksOf(db, id));
  return updateRecord(db, 'api_users', id, {
    ...recordColumnValues(Partner, form),
    ...lastChangeColumns(staff),
  });
}

/** Deletes a partner with all API keys, group memberships and webhooks. Refuses if the partner has bookings, leads or sales. */
export const deletePartner = (db: Db, id: number) =>
  deleteUnlessReferenced(db, 'api_users', id, {
    on: {
      'tee time': sql`select from tee_times where api_user_id = ${id}`,
      lead: sql`select from lost_leads where api_user_id = ${id}`,
      'gift certificate': sql`select from gift_certificates where api_user_id = ${id}`,
      request: sql`select from operations where api_user_id = ${id}`,
    },
    instead: 'Withdraw its keys instead.',
  });

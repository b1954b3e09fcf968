import { sql } from 'kysely';
import type { SentForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { column } from '../../server/lists/list-columns.ts';
import { value } from '../../server/lists/list-filters.ts';
import { list } from '../../server/lists/lists.ts';
import { accepted, acceptedChange } from '../../server/records/forms.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { columnValues } from '../../server/records/record-columns.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { deleteUnlessReferenced } from '../../server/records/references.ts';
import { isFree } from '../../server/records/unique.ts';
import { Partner, type PartnerForm, type partners, type PartnerShown } from './partners.contract.ts';

const KEYS = `(select count(*) from api_keys k where k.api_user_id = u.id and k.withdrawn_at is null)::int`;
const LAST_USED = `(select max(k.last_used_at) from api_keys k where k.api_user_id = u.id)`;

export const partnerList = list<typeof partners.index>({
  table: 'api_users',
  as: 'u',
  columns: {
    id: column.shown('u.id'),
    api_user_name: column.text('u.api_user_name'),
    is_public_site: column.flag('u.is_public_site'),
    keys: { select: KEYS, sort: value(KEYS) },
    last_used_at: { select: LAST_USED, sort: value(LAST_USED, { nullable: true }) },
    updated_at: column.shown('u.updated_at'),
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
    isFree(db, { table: 'api_users', column: 'api_user_name', text, except, same: 'name' }),
  ];

export async function insertPartner(db: Db, sent: SentForm<PartnerForm>, staff: Staff) {
  const form = await accepted(sent, checksOf(db, 0));
  return insertRecord(db, 'api_users', { ...columnValues(Partner, form), ...lastChangeColumns(staff) });
}

export async function updatePartner(db: Db, id: number, sent: SentForm<PartnerForm>, staff: Staff) {
  const record = { table: 'api_users', id, stored: () => findPartner(db, id), by: staff } as const;
  const form = await acceptedChange(db, record, sent, checksOf(db, id));
  return updateRecord(db, 'api_users', id, { ...columnValues(Partner, form), ...lastChangeColumns(staff) });
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

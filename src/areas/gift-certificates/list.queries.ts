import { sql } from 'kysely';
import type { Desk } from '../../server/context.ts';
import {
  amount,
  contains,
  dayOfInstant,
  decimal,
  exactly,
  list,
  optionalText,
  text,
  value,
  where,
} from '../../server/lists.ts';
import type { GiftCertificateRow } from './gift-certificates.contract.ts';

/** The list of certificates; the names and the e-mail are the purchaser's. */
export const certificateList = (desk: Desk) =>
  list<GiftCertificateRow>({
    table: 'gift_certificates',
    as: 'g',
    joins: { c: 'left join customers c on c.id = g.customer_id' },
    select: {
      id: 'g.id',
      created_at: 'g.created_at',
      first_name: 'c.first_name',
      last_name: 'c.last_name',
      email: 'c.email',
      serial: 'g.serial',
      value: decimal('g.raw_value'),
      balance: decimal('g.raw_balance'),
      delivery_method: `case when g.email_delivery then 'email' else 'mail' end`,
      internal_memo: 'g.internal_memo',
    },
    filters: {
      id: exactly('g.id'),
      created_at: dayOfInstant('g.created_at', desk.settings.businessTimeZone),
      first_name: contains('c.first_name'),
      last_name: contains('c.last_name'),
      email: contains('c.email'),
      serial: contains('g.serial'),
      value: amount('g.raw_value'),
      balance: amount('g.raw_balance'),
      delivery_method: where(
        (typed) => sql<boolean>`case when g.email_delivery then 'email' else 'mail' end = lower(${typed})`,
      ),
      internal_memo: contains('g.internal_memo'),
    },
    sorts: {
      id: value('g.id'),
      created_at: value('g.created_at'),
      first_name: optionalText('c.first_name'),
      last_name: optionalText('c.last_name'),
      email: optionalText('c.email'),
      serial: text('g.serial'),
      value: value('g.raw_value'),
      balance: value('g.raw_balance'),
      delivery_method: value('not g.email_delivery'),
      internal_memo: optionalText('g.internal_memo'),
    },
    defaultSort: [['created_at', true]],
  });

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
    // Kept beside gift_certificates by the database, with the purchaser's names.
    table: 'gift_certificate_list',
    as: 'g',
    select: {
      id: 'g.id',
      created_at: 'g.created_at',
      first_name: 'g.first_name',
      last_name: 'g.last_name',
      email: 'g.email',
      serial: 'g.serial',
      value: decimal('g.raw_value'),
      balance: decimal('g.raw_balance'),
      delivery_method: `case when g.email_delivery then 'email' else 'mail' end`,
      internal_memo: 'g.internal_memo',
    },
    filters: {
      id: exactly('g.id'),
      created_at: dayOfInstant('g.created_at', desk.settings.businessTimeZone),
      first_name: contains('g.first_name'),
      last_name: contains('g.last_name'),
      email: contains('g.email'),
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
      first_name: optionalText('g.first_name'),
      last_name: optionalText('g.last_name'),
      email: optionalText('g.email'),
      serial: text('g.serial'),
      value: value('g.raw_value'),
      balance: value('g.raw_balance'),
      delivery_method: value('not g.email_delivery'),
      internal_memo: optionalText('g.internal_memo'),
    },
    defaultSort: [['created_at', true]],
  });

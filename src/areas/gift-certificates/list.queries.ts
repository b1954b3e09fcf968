import { sql } from 'kysely';
import { withoutSeparators } from '../../contract/words.ts';
import type { AppContext } from '../../server/process/context.ts';
import { column } from '../../server/lists/list-columns.ts';
import { containsName, escapeLike, value, where } from '../../server/lists/list-filters.ts';
import { list } from '../../server/lists/lists.ts';
import type { giftCertificates } from './gift-certificates.contract.ts';

const DELIVERY = `case when g.email_delivery then 'email' else 'mail' end`;

// The expression must be the one of the indexes on serials, or they are not used.
const SOUGHT = `translate(lower(g.serial), '- ', '')`;
const ofSerial = where(
  (typed) => sql`${sql.raw(SOUGHT)} like ${`%${escapeLike(withoutSeparators(typed))}%`}`,
);

/** Defines the list of gift certificates; names and e-mail are those of the purchaser. */
export const certificateList = (app: AppContext) =>
  list<typeof giftCertificates.index>({
    // The database maintains this table beside gift_certificates, with the purchaser's names.
    table: 'gift_certificate_list',
    as: 'g',
    columns: {
      id: column.whole('g.id'),
      created_at: column.instant('g.created_at', app.settings.businessTimeZone),
      first_name: column.optionalText('g.first_name'),
      last_name: { ...column.optionalText('g.last_name'), filter: containsName('g.last_name') },
      email: column.optionalText('g.email'),
      serial: { ...column.text('g.serial'), filter: { ...ofSerial, scattered: true } },
      value: column.money('g.raw_value'),
      balance: column.money('g.raw_balance'),
      delivery_method: {
        select: DELIVERY,
        filter: where((typed) => sql<boolean>`${sql.raw(DELIVERY)} = lower(${typed})`),
        sort: value('not g.email_delivery'),
      },
      internal_memo: column.optionalText('g.internal_memo'),
      refunded_at: column.shown('g.refunded_at'),
    },
    defaultSort: [['created_at', true]],
  });
